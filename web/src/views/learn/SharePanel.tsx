/** Links that hold the puzzle, with or without the user's progress. */

import { createSignal, type JSX } from "solid-js";
import { encode } from "../../core/link";
import { writeRoute } from "../../core/route";
import { CopyButton } from "../../shell/Command";
import { t } from "../../shell/settings";
import type { Learn } from "./store";

export function SharePanel(props: { learn: Learn }): JSX.Element {
  const [all, setAll] = createSignal(true);
  const link = () => location.href.split("#")[0] + writeRoute("learn", [], [["s", encode(props.learn.position(), all())]]);
  return (
    <div class="form">
      <label class="check"><input type="radio" name="share" checked={all()} onChange={() => setAll(true)} />{t("share.state")}</label>
      <label class="check"><input type="radio" name="share" checked={!all()} onChange={() => setAll(false)} />{t("share.puzzle")}</label>
      <textarea rows="4" readonly aria-label={t("share.title")} value={link()} onFocus={(event) => event.currentTarget.select()} />
      <div class="row"><CopyButton text={link()} /></div>
      <p class="small soft">{t("share.help")}</p>
    </div>
  );
}
