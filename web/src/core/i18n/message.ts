/** Messages with typed keys and parameters. A key that French lacks fails the type check. */

import { en, type English } from "./en";
import { fr } from "./fr";

export type Language = "en" | "fr";
export type Plural = { readonly one: string; readonly other: string };
export type Message = string | Plural;
export type Key = keyof English;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextOf<M> = M extends { one: infer One; other: infer Other } ? One | Other : M;
type Counted<M> = M extends { one: string } ? "n" : never;
type Names<K extends Key> = NamesIn<TextOf<English[K]>> | Counted<English[K]>;
/** The parameters that a message needs; `n` chooses the plural. */
export type Parameters<K extends Key> = [Names<K>] extends [never] ? [] : [Record<Names<K>, string | number>];

/** The keys of messages without parameters. */
export type PlainKey = { [K in Key]: Parameters<K> extends [] ? K : never }[Key];

const tables: Record<Language, Partial<Record<Key, Message>>> = { en: { ...en }, fr: { ...fr } };

/** Adds the words of a view. It calls this when it loads, before it says any. */
export function addMessages<K extends Key>(english: Record<K, Message>, french: Record<K, Message>): void {
  Object.assign(tables.en, english);
  Object.assign(tables.fr, french);
}

/** Returns a message in a language. Numbers are written as the language writes them. */
export function message<K extends Key>(language: Language, key: K, ...[values]: Parameters<K>): string {
  return fill(language, tables[language][key] ?? key, (values ?? {}) as Record<string, string | number>);
}

/** How a language writes numbers and counts. They take long to make, and a board asks for many. */
const formats = {
  en: { number: new Intl.NumberFormat("en"), plural: new Intl.PluralRules("en") },
  fr: { number: new Intl.NumberFormat("fr"), plural: new Intl.PluralRules("fr") },
} satisfies Record<Language, unknown>;

function fill(language: Language, found: Message, values: Record<string, string | number>): string {
  let text: string;
  if (typeof found === "string") text = found;
  else text = formats[language].plural.select(Number(values["n"])) === "one" ? found.one : found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formats[language].number.format(value) : value;
  });
}

/** The tables, for tests. */
export const allMessages = tables;
