/** French. The type asks for every key of English. */
import { learnFr } from "./learn.fr";
import { shellFr } from "./shell.fr";
import type { en } from "./en";

export const fr: Record<keyof typeof en, string | { readonly one: string; readonly other: string }> = {
  ...shellFr,
  ...learnFr,
};
