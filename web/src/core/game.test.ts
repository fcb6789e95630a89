import { describe, expect, test } from "vitest";
import type { GameReplay } from "./api";
import { currentPosition, gameOf, moveName, PASS, placementOf } from "./game";
import { clockText, secondsLeft } from "./game-clock";
import { cellCount } from "./shape";

/** Two plies on a 2x2 board whose last row lacks a digit, as the engine answers. */
const replay: GameReplay = {
  game: 3,
  players: ["a", "human"],
  board: { size: 2, box: "1x2", givens: [1, 0, 0, 0], edges: [[0, 0, 0, 1]] },
  ruleset: { passing: "two-pass-end", pass_cost: 2 },
  start: { digits: [1, 0, 0, 0], legal: [[], [2], [2], [1]], bonuses: [{ cell: 1, points: 8 }, { cell: 2, points: 4 }], dead: [], turn: 1, may_pass: true },
  plies: [
    { ply: 1, seat: 1, move: "pass", effect: "passed", points: -2, completed: 0, scores: [-2, 0], turn: 2, may_pass: true },
    {
      ply: 2, seat: 2, move: "r2c1=2", cell: 2, digit: 2, effect: "placed", points: 6, completed: 1, scores: [-2, 6], turn: 1, may_pass: false,
      ruled_out: [{ cell: 3, digits: [1] }], bonuses: [{ cell: 3, points: 4 }], dead: [3],
    },
  ],
  result: { scores: [-2, 6], winner: 2, reason: "forfeit", detail: "player 1: resigned" },
};

describe("a game", () => {
  const { shape, edges, positions } = gameOf(replay);

  test("has the board of the engine", () => {
    expect([shape, edges]).toEqual([{ side: 2, boxRows: 1, boxColumns: 2 }, [[0, 1]]]);
    expect(positions[0].digits.length).toBe(cellCount(shape));
  });

  test("has a position after each ply, which the next ones do not change", () => {
    expect(positions.map(({ digits }) => digits)).toEqual([[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 2, 0]]);
    expect(positions.map(({ legal }) => legal)).toEqual([[[], [2], [2], [1]], [[], [2], [2], [1]], [[], [2], [], []]]);
    expect(positions.map(({ dead }) => [...dead])).toEqual([[], [], [3]]);
    expect(positions.map(({ bonuses }) => bonuses.get(3))).toEqual([undefined, undefined, 4]);
    expect(positions.map(({ scores }) => scores)).toEqual([[0, 0], [-2, 0], [-2, 6]]);
    expect(positions.map(({ seat }) => seat)).toEqual([0, 1, 0]);
    expect(positions.map(({ mayPass }) => mayPass)).toEqual([true, true, false]);
    expect(positions.map(({ played }) => played?.move)).toEqual([undefined, "pass", "r2c1=2"]);
  });

  test("is over at its last position only", () => {
    expect(positions.map(({ outcome }) => outcome)).toEqual([null, null, { reason: "forfeit", winner: 1 }]);
    const { result: _, ...open } = replay;
    expect(currentPosition(gameOf(open)).outcome).toBeNull();
  });
});

test("moves have the names of the engine", () => {
  const shape = { side: 16, boxRows: 4, boxColumns: 4 };
  expect(moveName(shape, 255, 10)).toBe("r16c16=10");
  expect(placementOf(shape, "r16c16=10")).toEqual({ cell: 255, digit: 10 });
  for (const none of [PASS, "r17c1=1", "r1c1=17", "r0c1=1", "r1c1", "row 9, column 0 (from 0), value 1"]) expect(placementOf(shape, none)).toBeUndefined();
});

describe("clocks", () => {
  test("run for the player to move only, and stop at 0", () => {
    const reading = { left: [60, 5] as const, running: 1 as const, at: 1000 };
    expect(secondsLeft(reading, 0, 3000)).toBe(60);
    expect(secondsLeft(reading, 1, 3000)).toBe(3);
    expect(secondsLeft(reading, 1, 99_000)).toBe(0);
    expect(secondsLeft(reading, 1, 0)).toBe(5);
    expect(secondsLeft({ ...reading, left: [null, null] }, 1, 3000)).toBeNull();
  });

  test("are written as on a chess clock", () => {
    expect([0, 9.49, 10, 65.9, 600, 3723].map((seconds) => clockText(seconds))).toEqual(["0.0", "9.4", "0:10", "1:05", "10:00", "1:02:03"]);
    expect(clockText(9.5, ",")).toBe("9,5");
  });
});
