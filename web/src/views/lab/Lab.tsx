/** The view in which one compares algorithms. */

import { createSignal, Show, type JSX } from "solid-js";
import { EMPTY, type Form } from "../../core/comparison";
import { route } from "../../shell/router";
import { t } from "../../shell/settings";
import { ComparisonPage } from "./ComparisonPage";
import { NewComparison } from "./NewComparison";
import { YourComparisons } from "./YourComparisons";
import "../../core/i18n/lab";
import "./lab.css";

/** What the form holds when one comes back from a comparison. */
const [form, setForm] = createSignal<Form>(EMPTY);

export default function Lab(): JSX.Element {
  return (
    <div class="lab">
      <Show
        when={route().parts[0]} keyed
        fallback={
          <>
            <header>
              <h1>{t("lab.title")}</h1>
              <p class="soft">{t("lab.intro")}</p>
            </header>
            <NewComparison form={form()} update={(change) => setForm((form) => ({ ...form, ...change }))} />
            <YourComparisons />
          </>
        }
      >
        {(id) => <ComparisonPage id={id} onAgain={setForm} />}
      </Show>
    </div>
  );
}
