/** A message in which backticks mark code. */

import { For, type JSX } from "solid-js";

export function Words(props: { text: string }): JSX.Element {
  return <For each={props.text.split("`")}>{(part, index) => (index() % 2 === 0 ? part : <code>{part}</code>)}</For>;
}
