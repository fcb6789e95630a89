/** English. Every other language has the same keys. */
import { learnEn } from "./learn.en";
import { shellEn } from "./shell.en";

export const en = { ...shellEn, ...learnEn } as const;
