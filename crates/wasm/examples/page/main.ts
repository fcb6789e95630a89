import { load } from "quadrille";

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const engine = await load();
const answer = engine.call({ call: "solve", puzzle });
const [checked] = engine.lines({ call: "check", text: puzzle });
const output = document.querySelector("#solution");
if (output !== null && "solution" in answer && checked !== undefined && "verdict" in checked) {
  output.textContent = checked.verdict === "proper" ? (answer.solution ?? answer.status) : checked.verdict;
}
