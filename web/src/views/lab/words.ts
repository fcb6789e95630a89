/** Numbers and times in the language of the page. */

import { language } from "../../shell/settings";

const format = (options: Intl.NumberFormatOptions) => (value: number): string => new Intl.NumberFormat(language(), options).format(value);

export const wholeText = format({ maximumFractionDigits: 0 });
export const percentText = format({ style: "percent", maximumFractionDigits: 1 });
const figures = format({ maximumSignificantDigits: 3 });

/** Writes a count, with three digits where it is a median between two. */
export const countText = (value: number): string => (Number.isInteger(value) ? wholeText(value) : figures(value));

/** Writes a duration in the unit that suits it. */
export function timeText(seconds: number): string {
  if (seconds < 1e-3) return `${figures(seconds * 1e6)} µs`;
  if (seconds < 1) return `${figures(seconds * 1e3)} ms`;
  if (seconds < 100) return `${figures(seconds)} s`;
  if (seconds < 6000) return `${figures(seconds / 60)} min`;
  return `${figures(seconds / 3600)} h`;
}

/** Writes a point in time. */
export const dateText = (seconds: number): string => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
