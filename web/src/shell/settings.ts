/** The language and theme of the page, kept across visits. */

import { createEffect, createRoot, createSignal } from "solid-js";
import { message, type Key, type Language, type Parameters } from "../core/i18n/message";
import { forget, load, save } from "../core/store";

export type Theme = "system" | "light" | "dark";

const isLanguage = (value: unknown): value is Language => value === "en" || value === "fr";
const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark";

const preferred = (): Language => (navigator.languages.some((tag) => /^fr\b/i.test(tag)) && !/^en\b/i.test(navigator.language) ? "fr" : "en");

export const [language, setLanguage] = createSignal<Language>(load("language", isLanguage) ?? preferred());
export const [theme, setTheme] = createSignal<Theme>(load("theme", isTheme) ?? "system");

/** Returns a message in the language of the page. */
export function t<K extends Key>(key: K, ...values: Parameters<K>): string {
  return message(language(), key, ...values);
}

createRoot(() => {
  createEffect(() => {
    document.documentElement.lang = language();
    save("language", language());
  });
  createEffect(() => {
    const chosen = theme();
    if (chosen === "system") {
      delete document.documentElement.dataset["theme"];
      forget("theme");
    } else {
      document.documentElement.dataset["theme"] = chosen;
      save("theme", chosen);
    }
  });
});
