// Tables that are sorted by a click on the head of a column. Without it, they are in the order of the page.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, at) => row.cells[at].dataset.value ?? row.cells[at].textContent.trim();
  for (const head of heads.filter((one) => one.matches("th"))) {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const at = heads.indexOf(head);
      const isNumber = "value" in table.tBodies[0].rows[0].cells[at].dataset;
      const falls = head.ariaSort ? head.ariaSort === "ascending" : isNumber;
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = falls ? "descending" : "ascending";
      const rows = [...table.tBodies[0].rows].sort((one, other) =>
        isNumber ? key(one, at) - key(other, at) : key(one, at).localeCompare(key(other, at)));
      table.tBodies[0].append(...(falls ? rows.reverse() : rows));
    });
  }
}
