/** English. Every other language has the same keys. */
import { learnEn } from "./learn.en";
import { playEn } from "./play.en";
import { shellEn } from "./shell.en";

export const en = { ...shellEn, ...learnEn, ...playEn } as const;
