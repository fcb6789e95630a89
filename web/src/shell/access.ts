/**
 * The token of a server that others can reach. Its operator passes on an address that ends in
 * `#token=…`; the page exchanges the token for a cookie and takes it out of the address.
 */

import { createSignal } from "solid-js";

/** Whether the server refuses this page: it has shown no token, or a wrong one. */
export type Lock = "open" | "needed" | "wrong";

const [lock, setLock] = createSignal<Lock>("open");

export { lock };

/** Notes that the server has refused a request for want of a token. */
export function refused(): void {
  if (lock() === "open") setLock("needed");
}

/** Shows a token to the server. */
export async function admit(token: string): Promise<void> {
  const response = await fetch("./api/v1/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  }).catch(() => undefined);
  // A server that cannot be reached says nothing about the token; what the page asks next will tell.
  setLock(response?.status === 401 ? "wrong" : "open");
}

/** Takes the token out of the page's address, if there is one, and shows it to the server. */
export async function enter(): Promise<void> {
  const token = /^#token=([^&]*)/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  await admit(token);
}

// The address with the token may also be opened where the page is already.
addEventListener("hashchange", () => void enter());
