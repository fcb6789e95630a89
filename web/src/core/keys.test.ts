import { describe, expect, test } from "vitest";
import { actionOf, chordName, COMMANDS, DEFAULT_BINDINGS, navigate, rebind, type Press } from "./keys";
import { between, only } from "./selection";
import { shapeOfSide } from "./shape";
import { allMessages } from "./i18n/message";
import "./i18n/play";
import "./i18n/search";
import { commandLine, positionText, puzzleText, quote } from "./command";
import { centrePlaces, cornerPlaces, fixedPlaces } from "./marks";
import { enter, puzzleOf, start } from "./board";
import { readLine, writeLine } from "./digits";

const press = (code: string, key: string, held = ""): Press => ({
  code,
  key,
  shiftKey: held.includes("S"),
  ctrlKey: held.includes("C"),
  altKey: held.includes("A"),
  metaKey: held.includes("M"),
});

describe("keys", () => {
  test("digits, with Shift and Ctrl for marks", () => {
    expect(actionOf(press("Digit5", "5"), 9)).toEqual({ kind: "digit", digit: 5, mode: undefined });
    expect(actionOf(press("Digit5", "%", "S"), 9)).toEqual({ kind: "digit", digit: 5, mode: "corner" });
    expect(actionOf(press("Digit5", "5", "C"), 9)).toEqual({ kind: "digit", digit: 5, mode: "centre" });
    expect(actionOf(press("Digit5", "5"), 4)).toBeUndefined();
    expect(actionOf(press("Numpad7", "7"), 9)).toMatchObject({ digit: 7 });
  });

  test("AZERTY: digits by their place, and Shift is how they are printed", () => {
    expect(actionOf(press("Digit4", "'"), 9)).toEqual({ kind: "digit", digit: 4, mode: undefined });
    expect(actionOf(press("Digit4", "4", "S"), 9)).toEqual({ kind: "digit", digit: 4, mode: undefined });
    expect(actionOf(press("KeyW", "z"), 9)).toMatchObject({ command: "up" });
    expect(actionOf(press("Comma", "?", "S"), 9)).toMatchObject({ command: "help" });
  });

  test("letters are digits on large boards and commands with Alt", () => {
    expect(actionOf(press("KeyC", "c"), 16)).toEqual({ kind: "digit", digit: 12, mode: undefined });
    expect(actionOf(press("KeyH", "h"), 25)).toMatchObject({ digit: 17 });
    expect(actionOf(press("KeyH", "h", "A"), 25)).toMatchObject({ command: "hint" });
    expect(actionOf(press("KeyC", "c"), 9)).toMatchObject({ command: "mode-centre" });
    expect(actionOf(press("KeyH", "h"), 16)).toMatchObject({ command: "hint" });
  });

  test("arrows extend with Shift and step with Ctrl; the browser keeps its own", () => {
    expect(actionOf(press("ArrowUp", "ArrowUp", "S"), 9)).toMatchObject({ command: "up", reach: "extend" });
    expect(actionOf(press("ArrowUp", "ArrowUp", "C"), 9)).toMatchObject({ command: "up", reach: "step" });
    expect(actionOf(press("KeyW", "w", "C"), 9)).toBeUndefined();
    expect(actionOf(press("Tab", "Tab"), 9)).toBeUndefined();
    expect(actionOf(press("KeyZ", "z", "M"), 9)).toMatchObject({ command: "undo" });
  });

  test("no chord has two commands, and a chord can be moved", () => {
    const chords = COMMANDS.flatMap((command) => DEFAULT_BINDINGS[command]);
    expect(new Set(chords).size).toBe(chords.length);
    const bound = rebind(DEFAULT_BINDINGS, "undo", "KeyH");
    expect(bound.hint).toEqual([]);
    expect(actionOf(press("KeyH", "h"), 9, bound)).toMatchObject({ command: "undo" });
    expect(chordName("Ctrl+Shift+KeyS")).toBe("Ctrl+Shift+S");
  });

  test("the cursor stops at the border unless it wraps", () => {
    const shape = shapeOfSide(9)!;
    expect(navigate(shape, only(0), "left", "move")?.cursor).toBe(0);
    expect(navigate(shape, only(0), "left", "move", true)?.cursor).toBe(8);
    expect(navigate(shape, only(40), "next-box", "move")?.cursor).toBe(33);
    expect(navigate(shape, only(0), "down", "extend")?.cells.size).toBe(2);
    expect(navigate(shape, only(4), "select-all", "move")).toMatchObject({ cursor: 4 });
    expect(navigate(shape, only(4), "undo", "move")).toBeUndefined();
    expect(between(shape, 0, 3)).toEqual([1, 2, 3]);
  });
});

describe("messages", () => {
  const names = (message: string | { one: string; other: string }) =>
    [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

  test.each(Object.keys(allMessages.en) as (keyof typeof allMessages.en)[])("%s has the same parameters in French", (key) => {
    expect(names(allMessages.fr[key] ?? "")).toEqual(names(allMessages.en[key] ?? ""));
    expect(typeof allMessages.fr[key]).toBe(typeof allMessages.en[key]);
  });
});

describe("command lines", () => {
  const shape = shapeOfSide(9)!;
  const puzzle = puzzleOf(shape, [1, ...Array<number>(80).fill(0)], [[0, 1]]);

  test("arguments are quoted for a shell", () => {
    expect(quote("it's")).toBe(`'it'\\''s'`);
    expect(commandLine("generate", ["puzzle", "--rating", "se121:3..4"], undefined)).toBe("quadrille generate puzzle --rating se121:3..4");
    expect(puzzleText(puzzle)).toBe(`1${".".repeat(80)} edges=r1c1-r1c2`);
  });

  test("entries go along as a HoDoKu line", () => {
    const position = enter(start(puzzleOf(shape, puzzle.givens)), [1], "digit", 5);
    expect(positionText(position)).toBe(`:0000:x:1+5${".".repeat(79)}::::`);
  });

  test.each([4, 9, 16, 25, 36])("lines of side %i are read back", (side) => {
    const digits = Array.from({ length: side * side }, (_, i) => i % (side + 1));
    expect(readLine(writeLine(digits, side), side)).toEqual(digits);
    expect(readLine("1".repeat(side * side - 1), side)).toBeUndefined();
  });
});

describe("marks", () => {
  test.each([4, 6, 9, 16, 25])("no two marks of a cell of side %i share a place, and none leaves it", (side) => {
    const shape = shapeOfSide(side)!;
    const all = Array.from({ length: side }, (_, i) => i + 1);
    for (const places of [fixedPlaces(shape, all), cornerPlaces(shape, all), centrePlaces(all)]) {
      expect(new Set(places.map(({ x, y }) => `${x.toFixed(4)} ${y.toFixed(4)}`)).size).toBe(side);
      for (const { x, y, size } of places) {
        expect(Math.min(x, y, 1 - x, 1 - y)).toBeGreaterThan(0);
        expect(size).toBeGreaterThan(0);
      }
    }
  });
});
