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
