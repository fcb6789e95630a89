/** Turns the evidence of a deduction into what the board draws. */

import { digitAt, type Position } from "./board";
import type { Arrow, CandidateMark, Evidence } from "./evidence";
import type { CandidatePlace, Evidence as Fields, HousePlace, LinkFields, StateFields } from "./protocol";
import { candidates } from "./rules";
import { cellAt, parseCell, type House, type Shape } from "./shape";

const cellOf = (shape: Shape, { row, column }: CandidatePlace): number => cellAt(shape, row - 1, column - 1);

function cellsOf(shape: Shape, names: readonly string[]): number[] {
  return names.map((name) => parseCell(shape, name)).filter((cell) => cell !== undefined);
}

const houseOf = ({ kind, number }: HousePlace): House => ({ kind, index: number - 1 });

/** The roles of sets that are drawn as the second part of a pattern. */
const SECOND: ReadonlySet<string> = new Set(["complement", "fin", "pivot", "stem", "excluder", "color-b"]);

/** Returns the candidates to reason with: the user's marks in the middle, or what the rules leave. */
export function workingCandidates(position: Position): number[][] {
  const direct = candidates(position);
  return direct.map((digits, cell) => {
    const noted = position.cells[cell]?.centre ?? [];
    return noted.length > 0 && digitAt(position, cell) === 0 ? [...noted] : digits;
  });
}

/** What a deduction shows. */
export interface Shows {
  readonly placements: readonly CandidatePlace[];
  readonly eliminations: readonly CandidatePlace[];
}

/** Draws what a deduction shows, with its evidence, on a board whose cells have these candidates. */
export function draw(shape: Shape, shows: Shows, fields: Fields, open: readonly (readonly number[])[]): Evidence {
  const marks = new Map<string, CandidateMark>();
  // What is said last about a candidate is drawn: conclusions over chains over patterns.
  const mark = (cell: number, digit: number, role: CandidateMark["role"]) => marks.set(`${cell}/${digit}`, { cell, digit, role });
  const has = (cell: number, digit: number) => open[cell]?.includes(digit) ?? false;
  const cells = cellsOf(shape, fields.cells);
  const others: number[] = [];
  // Of several sets with one role, such as petals, every other one looks different.
  const count = new Map<string, number>();
  for (const { role, cells: names, digits } of fields.sets) {
    const nth = count.get(role) ?? 0;
    count.set(role, nth + 1);
    const isSecond = SECOND.has(role) || (role !== "excluder" && nth % 2 === 1);
    for (const cell of cellsOf(shape, names)) {
      if (isSecond) others.push(cell);
      for (const digit of digits) if (has(cell, digit)) mark(cell, digit, isSecond ? "second" : "pattern");
    }
  }
  for (const link of fields.links) for (const state of [...link.from, link.to]) mark(cellOf(shape, state), state.digit, state.on ? "on" : "off");
  for (const place of shows.placements) mark(cellOf(shape, place), place.digit, "in");
  for (const place of shows.eliminations) mark(cellOf(shape, place), place.digit, "out");

  const shown = new Set([...marks.values()].map(({ cell }) => cell));
  for (const cell of [...cells, ...others]) if ((open[cell]?.length ?? 0) > 0) shown.add(cell);
  return {
    houses: fields.houses.map(houseOf),
    cells,
    others: others.filter((cell) => !cells.includes(cell)),
    marks: [...marks.values()],
    arrows: arrows(shape, fields.links),
    candidates: new Map([...shown].map((cell) => [cell, open[cell] ?? []])),
  };
}

/** Returns the first hint: a house alone. */
export function drawHouse(place: HousePlace | undefined): Evidence | undefined {
  return place && { houses: [houseOf(place)], cells: [], others: [], marks: [], arrows: [], candidates: new Map() };
}

/** The most arrows that a drawing bears; nested chains have hundreds. */
const MAX_ARROWS = 60;

function arrows(shape: Shape, links: readonly LinkFields[]): Arrow[] {
  const seen = new Set<string>();
  const found: Arrow[] = [];
  const end = (state: StateFields) => ({ cell: cellOf(shape, state), digit: state.digit });
  for (const link of links.filter(({ depth }) => depth === 0)) {
    for (const cause of link.from) {
      const [from, to] = [end(cause), end(link.to)];
      const key = `${from.cell}/${from.digit}/${to.cell}/${to.digit}`;
      const same = from.cell === to.cell && from.digit === to.digit;
      if (same || seen.has(key)) continue;
      seen.add(key);
      found.push({ from, to, strong: link.kind === "strong" });
    }
  }
  return found.slice(0, MAX_ARROWS);
}
