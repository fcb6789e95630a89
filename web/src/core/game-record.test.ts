import { describe, expect, test } from "vitest";
import { crc32 } from "./crc32";
import { clockText, secondsLeft, timeForMove } from "./game-clock";
import { moveName, moveText, parseMove, signed } from "./game-notation";
import { checksum, readRecords, RecordError } from "./game-record";
import { replay } from "./game-replay";
import { PASS } from "./game";

const FILES = import.meta.glob<string>("./fixtures/*.jsonl", { query: "?raw", import: "default", eager: true });
const fixture = (name: string): string => FILES[`./fixtures/${name}.jsonl`] ?? "";

/** Returns what is wrong with a text, and in which line. */
function problem(text: string): string {
  try {
    readRecords(text);
  } catch (error) {
    if (error instanceof RecordError) return `${error.problem} ${error.line} ${error.detail}`.trim();
    throw error;
  }
  return "none";
}

describe("records of the command line", () => {
  test.each(["unlimited", "two-pass-end", "no-double-pass", "forbidden", "six-clock"])("%s replays", (name) => {
    const games = readRecords(fixture(name));
    expect(games.length).toBe(2);
    for (const game of games) {
      const { positions, difference } = replay(game);
      expect(difference).toBeNull();
      expect(positions.length).toBe(game.plies.length + 1);
      expect(positions.at(-1)?.state.outcome?.reason).toBe(game.result?.reason);
    }
    expect(games.map((game) => game.text).join("")).toBe(fixture(name));
  });

  test("all effects and several ends occur in them", () => {
    const games = Object.values(FILES).flatMap(readRecords);
    const effects = games.flatMap((game) => replay(game).positions.map(({ played }) => played?.effect));
    expect(new Set(effects)).toEqual(new Set([undefined, "placed", "passed", "penalized", "forfeited"]));
    expect(new Set(games.map((game) => game.result?.reason)).size).toBeGreaterThan(2);
  });
});

describe("files", () => {
  const text = fixture("two-pass-end");
  const lines = text.trimEnd().split("\n");

  test("with CRLF, a BOM and blank lines are read", () => {
    expect(readRecords(`\uFEFF\r\n${lines.join("\r\n\r\n")}`).length).toBe(2);
  });

  test("that were cut end with an interrupted game", () => {
    const cut = readRecords(text.slice(0, text.indexOf("\n") + 1 + 20));
    expect(cut.length).toBe(1);
    expect(cut[0]?.plies).toEqual([]);
    expect(cut[0]?.result).toBeNull();
  });

  test("whose game restarts after a takeback hold the later one", () => {
    const games = readRecords([...lines.slice(0, 4), ...lines].join("\n"));
    expect(games.map((game) => game.text).join("")).toBe(text);
  });

  test("are checked byte by byte", () => {
    const changed = lines.map((line, index) => (index === 2 ? line.replace('"nodes":', '"nodes":1') : line));
    expect(problem(changed.join("\n"))).toBe("changed 3");
    const bare = lines.map((line, index) => (index === 2 ? line.replace(/,"checksum[^}]*/, "") : line));
    expect(problem(bare.join("\n"))).toBe("changed 3");
    const old = lines.map((line) => line.replace(/,"checksum[^}]*/, ""));
    expect(problem(old.join("\n"))).toBe("none");
  });

  test("of something else are refused with the line", () => {
    expect(problem("")).toBe("empty 1");
    expect(problem("\n\n")).toBe("empty 1");
    expect(problem("53..7....")).toBe("json 1");
    expect(problem("[]\n")).toBe("kind 1");
    expect(problem('{"type":"run"}\n')).toBe("kind 1");
    expect(problem("null\n")).toBe("kind 1");
    expect(problem(lines.slice(1).join("\n"))).toBe("order 1");
    const bare = lines.map((line) => line.replace(/,"checksum[^}]*/, ""));
    expect(problem([...bare.slice(0, 2), ...bare.slice(3)].join("\n"))).toBe("order 3 ply");
    expect(problem(bare.join("\n").replace('"box":"2x2"', '"box":"9x9"'))).toBe("board 1 box");
    expect(problem(bare.join("\n").replace('"size":4', '"size":1e9'))).toBe("board 1 box");
    expect(problem(bare.join("\n").replace('"box":"2x2"', '"box":"2x2","givens":[9]'))).toBe("board 1 givens");
    expect(problem(bare.join("\n").replace('"box":"2x2"', '"box":"2x2","edges":[[0,0,3,3]]'))).toBe("board 1 edges");
    expect(problem(bare.join("\n").replace('"passing":"two-pass-end"', '"passing":"sometimes"'))).toBe("field 1 passing");
    expect(problem(bare.join("\n").replace('"points":', '"point":'))).toBe("field 2 points");
    expect(problem(" ".repeat(17 * 1024 * 1024))).toBe("size 1");
  });

  test("whose moves do not make their scores are shown as such", () => {
    const bare = lines.map((line) => line.replace(/,"checksum[^}]*/, ""));
    const first = bare.slice(0, bare.findIndex((line) => line.includes('"result"')) + 1);
    const difference = (from: RegExp | string, to: string, line: number): string => {
      const changed = first.map((text, index) => (index === line ? text.replace(from, to) : text));
      expect(changed).not.toEqual(first);
      const [game] = readRecords(changed.join("\n"));
      const found = game && replay(game).difference;
      return found ? `${found.ply} ${found.what}` : "none";
    };
    expect(difference(/"points":-?\d+/, '"points":99', 3)).toBe("3 points");
    expect(difference(/"score1":-?\d+/, '"score1":99', 3)).toBe("3 scores");
    expect(difference(/"player":\d/, '"player":2', 1)).toBe("1 player");
    expect(difference(/"reason_for_end":"[^"]*"/, '"reason_for_end":"ply-cap"', first.length - 1)).toBe("0 reason");
    expect(difference(/"final_scores":\[-?\d+/, '"final_scores":[1234', first.length - 1)).toBe("0 scores");
  });
});

describe("notation", () => {
  test("of moves round-trips", () => {
    for (const name of ["pass", "r1c1=1", "r9c8=7", "r16c16=16", "r0c1=2"]) {
      const move = parseMove(name);
      expect(move && moveName(move)).toBe(name);
    }
    for (const nonsense of ["", "r1c1", "r1c1=", "c1r1=1", "r-1c1=1", "r1c1=1 ", "R1C1=1"]) {
      expect(parseMove(nonsense)).toBeNull();
    }
  });

  test("follows the language", () => {
    const french = { row: "l", column: "c", pass: "passe" };
    expect(moveText({ kind: "place", row: 3, column: 4, digit: 9 }, french)).toBe("l4c5=9");
    expect(moveText(PASS, french)).toBe("passe");
    expect([7, 0, -4].map(signed)).toEqual(["+7", "0", "\u22124"]);
  });
});

test("checksums are CRC-32", () => {
  // The check value published with the polynomial.
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(checksum('{"a":1}')).toBeNull();
  expect(checksum('{"a":1,"checksum_with_seconds":"00000000"}')).toBe(false);
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

  test("add the increment as the arena does", () => {
    const fischer = { perGame: 10, increment: 2, perMove: null };
    expect(timeForMove(fischer, 0, 0)).toBe(10);
    expect(timeForMove(fischer, 3, 15)).toBe(1);
    expect(timeForMove(fischer, 3, 17)).toBe(0);
    expect(timeForMove({ ...fischer, perMove: 3 }, 0, 0)).toBe(3);
    expect(timeForMove({ perGame: null, increment: 0, perMove: 3 }, 50, 900)).toBe(3);
  });

  test("are written as on a chess clock", () => {
    expect([0, 9.49, 10, 65.9, 600, 3723].map((seconds) => clockText(seconds))).toEqual(["0.0", "9.4", "0:10", "1:05", "10:00", "1:02:03"]);
    expect(clockText(9.5, ",")).toBe("9,5");
  });
});
