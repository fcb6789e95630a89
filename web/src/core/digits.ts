/** How digits are written: 1-9, then A-Z for 10 to 35, then numbers. */

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Boards with a larger side write digits as numbers. */
export const MOST_SYMBOLS = SYMBOLS.length;

/** Returns the symbol of a digit. Boards with a side over 35 use numbers throughout. */
export function symbol(digit: number, side: number): string {
  return side > SYMBOLS.length ? String(digit) : (SYMBOLS[digit - 1] ?? "?");
}

/** Returns the digit of a one-character symbol on a board with this side. */
export function digitOf(text: string, side: number): number | undefined {
  if (text.length !== 1) return undefined;
  const digit = SYMBOLS.indexOf(text.toUpperCase()) + 1;
  return digit >= 1 && digit <= side ? digit : undefined;
}

/**
 * Reads candidates as the engine's `pencilmark` format writes them: for each cell as many characters as the
 * board has digits, with `.` for those that are ruled out; on boards with a side over 35, numbers.
 */
export function readCandidates(text: string, side: number): number[][] {
  const pieces = side > SYMBOLS.length ? text.trim().split(/\s+/) : [...text];
  const cells: number[][] = Array.from({ length: side * side }, () => []);
  for (const [at, piece] of pieces.entries()) if (piece !== ".") cells[Math.floor(at / side)]?.push((at % side) + 1);
  return cells;
}

/** Writes digits as the engine's `line` format does: a symbol each, `.` for 0, or numbers over side 35. */
export function writeLine(digits: readonly number[], side: number): string {
  if (side > SYMBOLS.length) return digits.join(" ");
  return digits.map((digit) => (digit === 0 ? "." : symbol(digit, side))).join("");
}

/** Reads what `writeLine` writes; undefined if it is not `side * side` digits of the board. */
export function readLine(text: string, side: number): number[] | undefined {
  const pieces = side > SYMBOLS.length ? text.trim().split(/[\s,_]+/) : [...text.trim()];
  if (pieces.length !== side * side) return undefined;
  const digits: number[] = [];
  for (const piece of pieces) {
    const numbers = side > SYMBOLS.length;
    const blank = piece === "." || piece === "0";
    const digit = blank ? 0 : numbers ? Number(piece) : digitOf(piece, side);
    if (digit === undefined || !Number.isInteger(digit) || digit < 0 || digit > side) return undefined;
    digits.push(digit);
  }
  return digits;
}
