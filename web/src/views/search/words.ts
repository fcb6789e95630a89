/** Numbers in the language of the page. */

import { language } from "../../shell/settings";

/** Writes a large number shortly, for axes, which omit some. */
export const shortText = (value: number | null): string => (value === null ? "" : new Intl.NumberFormat(language(), { notation: "compact" }).format(value));

/** Writes a number in the language of the page, with at most four digits behind the comma. */
export const numberText = (value: number): string => new Intl.NumberFormat(language(), { maximumSignificantDigits: 4 }).format(value);

/** Writes a whole number with all its digits. */
export const wholeText = (value: number): string => new Intl.NumberFormat(language()).format(value);
