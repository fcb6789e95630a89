/** The current route as a signal. */

import { createSignal } from "solid-js";
import { parseRoute, type Route } from "../core/route";

const [current, setCurrent] = createSignal<Route>(parseRoute(location.hash));
addEventListener("hashchange", () => setCurrent(parseRoute(location.hash)));

export const route = current;

/** Goes to another route, as a new entry of the browser's history. */
export function go(hash: string): void {
  if (location.hash !== hash) location.hash = hash;
}

/** Replaces the address without a new entry and without loading the route again. */
export function replaceAddress(hash: string): void {
  history.replaceState(history.state, "", hash);
}
