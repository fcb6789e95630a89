/** The views of the app. A view is listed once it exists; each is a file of its own in the build. */

import { lazy, type Component } from "solid-js";
import type { PlainKey } from "../core/i18n/message";

export interface View {
  /** The first part of its routes. */
  readonly id: string;
  readonly title: PlainKey;
  readonly page: Component;
}

export const VIEWS: readonly View[] = [
  { id: "learn", title: "view.learn", page: lazy(() => import("../views/learn/Learn")) },
  { id: "search", title: "view.search", page: lazy(() => import("../views/search/Search")) },
  { id: "play", title: "view.play", page: lazy(() => import("../views/play/Play")) },
  { id: "lab", title: "view.lab", page: lazy(() => import("../views/lab/Lab")) },
];
