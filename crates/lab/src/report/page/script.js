// Sorting by a click on a heading; without it the page is whole all the same.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const text = head.dataset.kind === "text";
      const was = head.getAttribute("aria-sort");
      const up = was ? was === "descending" : text;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => {
        const cell = row.cells[column];
        return text ? cell.textContent : cell.dataset.value;
      };
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        const order = text ? x.localeCompare(y) : x - y;
        return up ? order : -order;
      });
      body.append(...rows);
    });
  });
}

// The scatter plot of any two methods.
const scatter = document.getElementById("scatter");
if (scatter) {
  const values = JSON.parse(document.getElementById("by-puzzle").textContent);
  const dots = scatter.querySelector(".dots");
  const scale = Object.fromEntries(Object.entries(dots.dataset).map(([key, value]) => [key, +value]));
  const titles = scatter.querySelectorAll("text.title");
  const [across, up] = scatter.querySelectorAll("select");
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
    [...dots.querySelectorAll("circle")].forEach((dot, puzzle) => {
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
}
