// What a reader can do with the page. Without it the page is whole all the same.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const stored = (id) => JSON.parse(document.getElementById(id).textContent);
document.documentElement.classList.add("scripted");

// Sorting by a heading: at first the best first, then the other way. Absent values stay last.
for (const table of all("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const opposite = { ascending: "descending", descending: "ascending" };
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const isText = head.dataset.kind === "text";
      const was = head.getAttribute("aria-sort");
      const order = was ? opposite[was] : head.dataset.first;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const key = (row) => (isText ? row.cells[column].textContent : row.cells[column].dataset.value);
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        const up = isText ? x.localeCompare(y) : x - y;
        return order === "ascending" ? up : -up;
      });
      body.append(...rows);
    });
  });
}

// Highlighted curves: those chosen in a legend, and the one under the pointer or in focus.
const chosen = new Set();
let pointed = null;
const highlight = () => {
  for (const chart of all(".chart")) {
    const isOn = (curve) =>
      !curve.hasAttribute("hidden") && (chosen.has(curve.dataset.of) || pointed === curve.dataset.of);
    const curves = all(".plot .series", chart);
    chart.classList.toggle("chosen", curves.some(isOn));
    for (const curve of curves) {
      curve.classList.toggle("on", isOn(curve));
      // Drawn last, it is in front.
      if (isOn(curve)) curve.parentNode.append(curve);
    }
    for (const entry of all(".legend li", chart)) {
      entry.classList.toggle("on", isOn(entry));
      entry.firstElementChild.setAttribute("aria-pressed", chosen.has(entry.dataset.of));
    }
  }
};
for (const part of all(".chart .plot .series, .legend li")) {
  const set = (value) => () => {
    pointed = value;
    highlight();
  };
  const number = part.dataset.of;
  part.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && set(number)());
  part.addEventListener("pointerleave", set(null));
  part.addEventListener("click", () => {
    if (!chosen.delete(number)) chosen.add(number);
    highlight();
  });
  // Listening for focus would make the curves themselves stops for Tab in some browsers.
  if (part.tagName !== "LI") continue;
  part.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && set(number)());
  part.addEventListener("focusout", set(null));
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target.type === "search") return;
  chosen.clear();
  pointed = null;
  highlight();
});

// Matrices of pairs: one stop for Tab, the arrow keys inside, and a line for the cell in full.
const cells = (matrix) => all("td button", matrix).filter((button) => button.offsetParent);
const stopAt = (matrix, button) => {
  for (const other of all('td button[tabindex="0"]', matrix)) other.tabIndex = -1;
  if (button) button.tabIndex = 0;
};
for (const figure of all("figure.matrix")) {
  const matrix = figure.querySelector("table.pairs");
  const line = figure.querySelector(".detail");
  line.textContent = line.dataset.hint;
  const show = (event) => {
    const button = event.target.closest("td button");
    if (!button) return;
    line.textContent = button.dataset.detail;
    for (const other of all(".shown", matrix)) other.classList.remove("shown");
    button.classList.add("shown");
    if (event.type !== "pointerover") stopAt(matrix, button);
  };
  for (const type of ["focusin", "click", "pointerover"]) matrix.addEventListener(type, show);
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  matrix.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td");
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    let target;
    if (event.key === "Escape") {
      line.textContent = line.dataset.hint;
      for (const other of all(".shown", matrix)) other.classList.remove("shown");
    } else if (event.key === "Home" || event.key === "End") {
      const row = cells(cell.parentNode);
      target = event.key === "Home" ? row[0] : row[row.length - 1];
    } else if (steps[event.key]) {
      const [down, right] = steps[event.key];
      let [y, x] = [cell.parentNode.rowIndex, cell.cellIndex];
      // Cells without a pair are skipped.
      do {
        [y, x] = [y + down, x + right];
        target = matrix.rows[y]?.cells[x]?.querySelector("button");
      } while (matrix.rows[y]?.cells[x] && !target?.offsetParent);
    } else return;
    event.preventDefault();
    target?.focus();
  });
}

// Which configurations are shown.
const filter = document.getElementById("filter");
const filtered = () => {
  const names = stored("names");
  const words = filter.querySelector("[type=search]").value.toLowerCase().split(/\s+/).filter(Boolean);
  const hidden = new Set();
  for (const box of all("[type=checkbox]", filter)) {
    if (!box.checked) for (const number of box.dataset.members.split(" ")) hidden.add(number);
  }
  names.forEach((name, number) => {
    const text = name.toLowerCase();
    if (words.length && !words.some((word) => text.includes(word))) hidden.add(String(number));
  });
  for (const part of all("[data-of]")) {
    part.toggleAttribute("hidden", part.dataset.of.split(" ").some((number) => hidden.has(number)));
  }
  // A heading that is hidden takes its column along.
  for (const head of all("thead th[data-of]")) {
    const table = head.closest("table");
    for (const row of table.tBodies[0].rows) row.cells[head.cellIndex].hidden = head.hidden;
  }
  for (const map of all("svg.heat")) {
    let place = 0;
    for (const row of all("[data-row]:not([hidden])", map)) {
      row.setAttribute("transform", `translate(0 ${place})`);
      place += +row.dataset.row;
    }
    // The words below the rows move along.
    map.setAttribute("viewBox", `0 0 ${map.getAttribute("width")} ${place + 30}`);
    for (const probe of all(".probe", map)) probe.setAttribute("height", place);
    for (const note of all(".note", map)) note.setAttribute("y", place + 22);
  }
  for (const chart of all(".chart")) {
    const count = all(".legend li:not([hidden])", chart).length;
    chart.classList.toggle("few", count <= +chart.dataset.few);
  }
  for (const matrix of all("table.pairs")) {
    const stop = matrix.querySelector('td button[tabindex="0"]');
    if (!stop?.offsetParent) stopAt(matrix, cells(matrix)[0]);
  }
  const count = names.length - hidden.size;
  filter.querySelector("[role=status]").textContent =
    count === names.length ? "" : `${count} of ${names.length} shown. Sentences, marks of the best and tests are about all of them.`;
  highlight();
};
if (filter) {
  filter.hidden = false;
  filter.addEventListener("input", filtered);
  // A browser may keep what was chosen when the page is loaded again.
  filtered();
}

// One puzzle in the map, the scatter plot and the sentences below them.
const picker = document.querySelector(".picker");
const scatter = document.getElementById("scatter");
const values = scatter && stored("by-puzzle");
const selects = scatter ? all("select", scatter) : [];
const dots = scatter ? all(".dots circle", scatter) : [];
if (picker) {
  const slider = picker.querySelector("input");
  const table = document.getElementById("puzzle-values");
  const heads = [...table.tHead.rows[0].cells];
  const puzzle = (row) => `${row.cells[0].textContent} ${row.cells[1].textContent}`;
  const columns = heads.map((head, column) => column).filter((column) => heads[column].dataset.of);
  const columnOf = (number) => heads.findIndex((head) => head.dataset.of === number);
  const sentence = (index) => {
    const row = table.tBodies[0].rows[index];
    const solved = columns.filter((column) => /^\d/.test(row.cells[column].textContent));
    const time = (column) => values?.[heads[column].dataset.of][index] ?? 0;
    const first = solved.reduce((best, column) => (best && time(best) <= time(column) ? best : column), 0);
    const name = first && heads[first].textContent;
    return (
      `${index + 1} of ${table.tBodies[0].rows.length}, ${puzzle(row)}: solved by ${solved.length} of ${columns.length}` +
      (first ? `, in the least time by ${name} (${row.cells[first].textContent})` : "") + "."
    );
  };
  const pick = () => {
    const index = +slider.value;
    const row = table.tBodies[0].rows[index];
    const text = sentence(index);
    picker.querySelector(".detail").textContent = text;
    slider.setAttribute("aria-valuetext", text);
    // The map may have fewer columns than there are puzzles.
    const probes = all(".probe");
    const nearest = probes.reduce((best, probe) => (+probe.dataset.puzzle <= index ? probe : best), probes[0]);
    for (const probe of probes) probe.classList.toggle("on", probe === nearest);
    dots.forEach((dot, at) => dot.classList.toggle("on", at === index));
    if (!scatter) return;
    if (dots[index]) dots[index].parentNode.append(dots[index]);
    const says = selects.map((select) => `${select.selectedOptions[0].text} ${row.cells[columnOf(select.value)].textContent}`);
    scatter.querySelector(".detail").textContent = `${puzzle(row)}: ${says.join(", ")}.`;
  };
  const go = (index) => {
    slider.value = index;
    pick();
  };
  picker.hidden = false;
  slider.addEventListener("input", pick);
  for (const select of selects) select.addEventListener("change", pick);
  for (const probe of all(".probe")) probe.addEventListener("click", () => go(probe.dataset.puzzle));
  dots.forEach((dot, index) => dot.addEventListener("click", () => go(index)));
  pick();
}

// The scatter plot of any two configurations.
if (scatter) {
  const group = scatter.querySelector(".dots");
  const scale = Object.fromEntries(Object.entries(group.dataset).map(([key, value]) => [key, +value]));
  const titles = all("text.title", scatter);
  const [across, up] = selects;
  // As the plot's own scale: a place for zero, powers of ten, a place for the unsolved.
  const place = (value) => {
    if (value < 0) return 1 - scale.unsolved / 2;
    const start = scale.zero ? 0.07 : 0;
    const power = Math.log10(value);
    const part = (power - scale.low) / (scale.high - scale.low);
    const at = value === 0 || part < 0 ? 0 : start + part * (1 - start);
    return Math.min(at, 1) * (1 - scale.unsolved);
  };
  const draw = () => {
    dots.forEach((dot, puzzle) => {
      const [x, y] = [values[across.value][puzzle], values[up.value][puzzle]];
      const missing = x === null || y === null;
      dot.setAttribute("visibility", missing ? "hidden" : "visible");
      if (missing) return;
      dot.setAttribute("cx", scale.left + place(x) * scale.width);
      dot.setAttribute("cy", scale.bottom - place(y) * scale.tall);
    });
    titles[0].textContent = across.selectedOptions[0].text;
    titles[1].textContent = up.selectedOptions[0].text;
  };
  scatter.querySelector(".choose").hidden = false;
  across.addEventListener("change", draw);
  up.addEventListener("change", draw);
  // A browser may keep what was chosen when the page is loaded again.
  draw();
}

// Success and cost of a configuration against a feature of the puzzles.
const against = document.getElementById("against");
if (against) {
  const data = stored("against-data");
  const [who, what] = all("select", against);
  const charts = all("svg", against);
  const insides = all(".inside", against).map((group) => [group, Object.fromEntries(Object.entries(group.dataset).map(([key, value]) => [key, +value]))]);
  const points = all("circle", against);
  const make = (name, attributes, text = "") => {
    const element = document.createElementNS(charts[0].namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const draw = () => {
    const feature = data.features[what.value];
    charts.forEach((chart, index) => {
      const { left, width, top, bottom } = insides[index][1];
      const marks = feature.ticks.flatMap(([at, label]) => {
        const x = left + at * width;
        return [
          make("path", { class: "grid", d: `M${x} ${top}V${bottom}` }),
          make("path", { class: "tick", d: `M${x} ${bottom}v6` }),
          make("text", { x, y: bottom + 21, "text-anchor": "middle" }, label),
        ];
      });
      chart.querySelector(".marks").replaceChildren(...marks);
      chart.querySelector("text.title").textContent = feature.title;
    });
    const [group, { left, width, top, bottom }] = insides[0];
    const y = (share) => bottom - share * (bottom - top);
    const bars = feature.groups.flatMap(([from, to], index) => {
      const success = data.success[who.value][what.value][index];
      if (!success) return [];
      const [share, low, high] = success.map(y);
      // A group of one value has some width, too.
      const wide = (to - from) * width < 12 ? 6 : 0;
      const middle = left + ((from + to) / 2) * width;
      const d =
        `M${left + from * width - wide} ${share}H${left + to * width + wide}M${middle} ${low}V${high}` +
        `M${middle - 4} ${low}h8M${middle - 4} ${high}h8`;
      return [make("path", { class: "group", d })];
    });
    group.replaceChildren(...bars);
    const below = insides[1][1];
    points.forEach((point, puzzle) => {
      const [at, cost] = [feature.places[puzzle], data.costs[who.value][puzzle]];
      const missing = at === null || cost === null;
      point.setAttribute("visibility", missing ? "hidden" : "visible");
      if (missing) return;
      point.setAttribute("cx", below.left + at * below.width);
      point.setAttribute("cy", below.bottom - cost * (below.bottom - below.top));
    });
    against.querySelector(".detail").textContent = `${who.selectedOptions[0].text}, by “${feature.title}”`;
  };
  against.querySelector(".choose").hidden = false;
  who.addEventListener("change", draw);
  what.addEventListener("change", draw);
  // A browser may keep what was chosen when the page is loaded again.
  draw();
}
