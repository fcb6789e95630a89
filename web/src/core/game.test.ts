import { describe, expect, test } from "vitest";
import {
  deadCells,
  emptyBoard,
  isLegal,
  legalDigits,
  mayPass,
  PASS,
  play,
  rulesOn,
  startOf,
  type GameBoard,
  type GameState,
  type Move,
  type Ruleset,
} from "./game";

const at = (row: number, column: number, digit: number): Move => ({ kind: "place", row, column, digit });
const playAll = (rules: Ruleset, moves: readonly Move[]): GameState =>
  moves.reduce((state, move) => play(state, move).state, startOf(rules));
const four = rulesOn(emptyBoard(2, 2));

/** The board of the original program, `dualsudoku_4x4.txt`. */
const originalFour: GameBoard = {
  ...emptyBoard(2, 2),
  givens: [0, 0, 3, 0, 0, 2, 0, 0, 2, 0, 0, 3, 4, 0, 2, 0],
  edges: [
    [1, 2], [2, 3], [4, 5], [5, 6], [4, 8], [5, 9],
    [7, 11], [8, 9], [10, 11], [12, 13], [13, 14], [14, 15],
  ],
};

interface GoldenHeader {
  final_scores: [number, number];
  reason_for_end: string;
  plies: number;
  empty_cells: number;
}

interface GoldenPly {
  ply: number;
  player: number;
  row?: number;
  col?: number;
  value?: number;
  pass?: boolean;
  points: number;
  score1: number;
  score2: number;
}

// The golden games of the original program: those of the arena's tests, and all of them where the data
// that is not in the repository is there.
const GOLDENS: Record<string, string> = {
  ...import.meta.glob<string>("../../../crates/arena/tests/golden/*.jsonl", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob<string>("../../../../shared/data/golden_games/*.jsonl", { query: "?raw", import: "default", eager: true }),
};

describe("golden games", () => {
  test("are there", () => {
    expect(Object.keys(GOLDENS).length).toBeGreaterThanOrEqual(36);
  });

  test.each(Object.keys(GOLDENS))("%s", (path) => {
    const lines = (GOLDENS[path] ?? "").trim().split("\n").map((line): unknown => JSON.parse(line));
    const header = lines[0] as GoldenHeader;
    const plies = lines.slice(1) as GoldenPly[];
    const board = path.includes("csudoku4") ? originalFour : path.includes("empty4") ? emptyBoard(2, 2) : emptyBoard(3, 3);
    // The original never ends such a game; its recording was cut.
    const isEndless = header.reason_for_end === "endless_passes";
    const rules: Ruleset = { ...rulesOn(board), passing: "unlimited", plyCap: isEndless ? plies.length : 10_000 };
    let state = startOf(rules);
    for (const ply of plies) {
      const move = ply.pass === true ? PASS : at(ply.row ?? -1, ply.col ?? -1, ply.value ?? -1);
      expect(isLegal(state, move)).toBe(true);
      expect(state.seat).toBe(ply.player - 1);
      const next = play(state, move);
      expect(next.played.points).toBe(ply.points);
      expect(next.state.scores).toEqual([ply.score1, ply.score2]);
      state = next.state;
    }
    expect(state.ply).toBe(header.plies);
    expect(state.outcome?.reason).toBe(isEndless ? "ply-cap" : header.reason_for_end);
    expect(state.scores).toEqual(header.final_scores);
    expect(state.digits.filter((digit) => digit === 0).length).toBe(header.empty_cells);
  });
});

describe("placements", () => {
  /** Counts the sequences of placements of a length. */
  function perft(state: GameState, depth: number): number {
    if (depth === 0) return 1;
    const legal = legalDigits(state).flatMap((digits, cell) =>
      digits.map((digit) => at(Math.floor(cell / state.rules.board.side), cell % state.rules.board.side, digit)),
    );
    return depth === 1 ? legal.length : legal.reduce((sum, move) => sum + perft(play(state, move).state, depth - 1), 0);
  }

  test("are as many as published", () => {
    // The first depths of the 4x4 game; the arena's tests count deeper.
    expect([1, 2, 3].map((depth) => perft(startOf(four), depth))).toEqual([64, 3392, 146688]);
    expect(perft(startOf(rulesOn(emptyBoard(3, 3))), 1)).toBe(729);
    expect(perft(startOf(rulesOn(emptyBoard(2, 3))), 1)).toBe(216);
  });

  test("respect edges to filled cells only", () => {
    const rules = rulesOn({ ...emptyBoard(2, 2), edges: [[0, 1]] });
    const state = playAll(rules, [at(0, 0, 4)]);
    expect(legalDigits(startOf(rules))[0]).toEqual([1, 2, 3, 4]);
    expect(legalDigits(state)[1]).toEqual([3]);
    expect(legalDigits(state)[2]).toEqual([1, 2, 3]);
  });

  test("pay for digits and for all houses they complete", () => {
    const board = { ...emptyBoard(2, 2), givens: [0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0] };
    const { state, played } = play(startOf(rulesOn(board)), at(0, 0, 1));
    expect(played).toMatchObject({ completed: 3, points: 1 + 3 * 16, effect: "placed" });
    expect(state.outcome).toBeNull();
    expect(play(state, at(3, 3, 1)).state.outcome).toEqual({ reason: "full", winner: null });
  });

  test("leave dead cells behind and end when none is legal", () => {
    const board = { ...emptyBoard(2, 2), givens: [1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0] };
    const state = playAll(rulesOn(board), [at(0, 3, 4)]);
    expect(deadCells(state)).toEqual([]);
    const dead = playAll(rulesOn(board), [at(0, 2, 3), at(1, 3, 4)]);
    expect(deadCells(dead)).toContain(3);
    expect(isLegal(dead, at(0, 3, 4))).toBe(false);
  });
});

describe("illegal attempts", () => {
  const cases: [Ruleset["passing"], Ruleset["illegal"], string, string][] = [
    ["unlimited", "penalty", "penalized", "penalized"],
    ["two-pass-end", "penalty", "penalized", "penalized"],
    ["no-double-pass", "penalty", "penalized", "forfeited"],
    ["no-double-pass", "penalty-always", "penalized", "penalized"],
    ["forbidden", "penalty-always", "forfeited", "forfeited"],
    ["two-pass-end", "forfeit", "forfeited", "forfeited"],
  ];
  test.each(cases)("under %s, %s", (passing, illegal, first, afterPass) => {
    const rules = { ...four, passing, illegal };
    const attempts = [at(4, 0, 1), at(0, 0, 5), at(0, 0, 0), at(-1, 0, 1), at(0.5, 0, 1), at(0, 0, Number.NaN)];
    for (const move of attempts) {
      const { played, state } = play(startOf(rules), move);
      expect(played.effect).toBe(first);
      expect(state.scores[0]).toBe(first === "forfeited" ? 0 : -4);
      expect(state.digits).toEqual(four.board.givens);
    }
    if (mayPass(startOf(rules))) {
      const passed = playAll(rules, [PASS]);
      expect(play(passed, at(9, 9, 9)).played.effect).toBe(afterPass);
    } else {
      expect(play(startOf(rules), PASS).state.outcome).toEqual({ reason: "forfeit", winner: 1 });
    }
  });

  test("are no pass: they do not end the game", () => {
    expect(playAll(four, [PASS, at(9, 9, 9)]).outcome).toBeNull();
    expect(playAll(four, [PASS, PASS]).outcome).toEqual({ reason: "two-passes", winner: null });
  });
});

test("the ply cap ends a game, and nothing is played after the end", () => {
  const over = playAll({ ...four, passing: "unlimited", plyCap: 3 }, [PASS, PASS, PASS]);
  expect(over.outcome).toEqual({ reason: "ply-cap", winner: 1 });
  expect(over.scores).toEqual([-8, -4]);
  expect(isLegal(over, at(0, 0, 1))).toBe(false);
  expect(() => play(over, PASS)).toThrow("over");
});

test("a state is never changed", () => {
  const start = startOf(four);
  const before = JSON.stringify(start);
  play(start, at(0, 0, 1));
  expect(JSON.stringify(start)).toBe(before);
});
