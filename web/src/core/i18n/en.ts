/** English. Every other language has the same keys. The words of other views than Learn load with them. */
import type { labEn } from "./lab.en";
import { learnEn } from "./learn.en";
import type { playEn } from "./play.en";
import type { searchEn } from "./search.en";
import { shellEn } from "./shell.en";
import type { tourEn } from "./tour.en";

export const en = { ...shellEn, ...learnEn } as const;

/** The words of all views. */
export type English = typeof en & typeof labEn & typeof playEn & typeof searchEn & typeof tourEn;
