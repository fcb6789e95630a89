/** Links to the game: one for each seat of another person, and one that only watches. */

import { createSignal, For, Show, type JSX } from "solid-js";
import type { Seat } from "../../core/game";
import { seatsIn, type Secrets } from "../../core/game-seats";
import { writeRoute } from "../../core/route";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";

const address = (hash: string): string => new URL(hash, location.href).href;

export const watchLink = (id: string): string => address(writeRoute("play", [id]));
/** The secret is in the fragment, which browsers never send. */
export const seatLink = (id: string, seat: Seat, secret: string): string =>
  address(writeRoute("play", [id], [["seat", `${seat + 1}:${secret}`]]));

/** Returns the seat and the secret of a link. */
export function parseSeat(text: string | undefined): Secrets {
  const match = /^([12]):([\w-]{1,200})$/.exec(text ?? "");
  return match?.[2] === undefined ? {} : { [Number(match[1]) - 1]: match[2] };
}

export function Links(props: { id: string; invites: Secrets; names: readonly [string, string] }): JSX.Element {
  return (
    <section class="card links" aria-labelledby="links-title">
      <h2 id="links-title">{t("play.links")}</h2>
      <For each={seatsIn(props.invites)}>
        {(seat) => <Link label={t("play.links.seat", { name: props.names[seat] })} address={seatLink(props.id, seat, props.invites[seat] ?? "")} />}
      </For>
      <Link label={t("play.links.watch")} address={watchLink(props.id)} />
      <Show when={seatsIn(props.invites).length > 0}><p class="small soft">{t("play.links.secret")}</p></Show>
      <Show when={["127.0.0.1", "localhost", "[::1]"].includes(location.hostname)}>
        <p class="small soft"><Words text={t("play.links.local")} /></p>
      </Show>
    </section>
  );
}

function Link(props: { label: string; address: string }): JSX.Element {
  const [copied, setCopied] = createSignal(false);
  let field!: HTMLInputElement;
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.address);
      setCopied(true);
    } catch {
      // Without a secure context there is no clipboard: the text is selected, ready for the keys.
      field.select();
    }
  }
  return (
    <div class="link">
      <label>
        <span>{props.label}</span>
        <input ref={field} readonly value={props.address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy()}>{copied() ? t("play.links.copied") : t("play.links.copy")}</button>
    </div>
  );
}
