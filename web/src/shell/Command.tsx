/** A command line that does what a button does, to copy. */

import { createSignal, type JSX } from "solid-js";
import { announce } from "./live";
import { t } from "./settings";

export function CommandLine(props: { text: string }): JSX.Element {
  return (
    <div class="command">
      <span class="sr">{t("command.label")}:</span>
      <code>$ {props.text}</code>
      <CopyButton text={props.text} />
    </div>
  );
}

export function CopyButton(props: { text: string }): JSX.Element {
  const [copied, setCopied] = createSignal(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.text);
    } catch {
      return;
    }
    setCopied(true);
    announce(t("tool.copied"));
    setTimeout(() => setCopied(false), 1500);
  }
  return <button type="button" class="plain" onClick={() => void copy()}>{copied() ? t("tool.copied") : t("tool.copy")}</button>;
}
