import { expect, test } from "vitest";
import { sameView, type CellView } from "./view";

const VIEW: CellView = { digit: 0, given: false, corner: [1], centre: [2, 3], colors: [4], conflict: [5], shown: [6], classes: "same", notes: ["wrong"] };
/** Another value for every field: one that is added to the view and not compared fails the type check. */
const OTHERS: { [K in keyof Required<CellView>]: Required<CellView>[K] } = {
  digit: 1, given: true, corner: [], centre: [2], colors: [5], conflict: [6], shown: [6, 7], classes: "", notes: [],
};

test("equal views are the same", () => {
  expect(sameView(VIEW, structuredClone(VIEW))).toBe(true);
  const { shown: _shown, notes: _notes, classes: _classes, ...bare } = VIEW;
  expect(sameView(bare, { ...bare, shown: [], notes: [], classes: "" })).toBe(true);
});

test.each(Object.entries(OTHERS))("views that differ in %s differ", (name, value) => {
  expect(sameView(VIEW, { ...VIEW, [name]: value })).toBe(false);
  expect(sameView({ ...VIEW, [name]: value }, VIEW)).toBe(false);
});
