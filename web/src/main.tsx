import { render } from "solid-js/web";
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";
import { enter } from "./shell/access";
import { App } from "./shell/App";

const root = document.getElementById("app");
// What the page asks first would be refused before the server knows the token.
await enter();
if (root) render(() => <App />, root);
