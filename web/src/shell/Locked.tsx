/** What the page shows in place of its views when the server needs a token. */

import { createSignal, Show, type JSX } from "solid-js";
import { admit, lock } from "./access";
import { t } from "./settings";

export function Locked(): JSX.Element {
  const [token, setToken] = createSignal("");
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // Whoever pastes the whole address means its token.
    const given = token().trim();
    void admit(given.replace(/^.*#token=/, ""));
  };
  return (
    <section class="locked card" aria-labelledby="locked-title">
      <h1 id="locked-title">{t("access.title")}</h1>
      <p>{t("access.what")}</p>
      <form onSubmit={submit}>
        <label>
          {t("access.token")}
          <input type="text" autocomplete="off" spellcheck={false} value={token()} onInput={(event) => setToken(event.currentTarget.value)} aria-describedby="locked-wrong" />
        </label>
        <button type="submit" class="primary">{t("access.enter")}</button>
      </form>
      <p id="locked-wrong" role="alert"><Show when={lock() === "wrong"}>{t("access.wrong")}</Show></p>
    </section>
  );
}
