import { render } from "solid-js/web";
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";
import { App } from "./shell/App";

const root = document.getElementById("app");
if (root) render(() => <App />, root);
