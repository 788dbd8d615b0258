// Edits cells where they are shown. Each edit is sent at once, with the row as it was shown, and written into its file.
"use strict";

{ // names of its own, beside those of the other scripts

const grids = () => [...document.querySelectorAll(".spreadsheet")];
const gridOf = (node) => node.closest(".spreadsheet");
const tableOf = (grid) => `${grid.dataset.file}\n${grid.dataset.tab}`;
const rowOf = (cell) => cell.closest("[data-line]");
const isLocked = (grid) => Boolean(grid.querySelector('[aria-readonly="true"]'));
const isShown = (node) => node.offsetParent !== null;
let sorted = null; // {grid, at, down}: the column by which rows are shown in order
let current = null; // {grid, row, at, focused}: the cell that arrow keys move from
let said = ""; // why the last edit was not written
const lost = new Map(); // what was typed and could not be written, by cell: it comes back when the cell is edited again
const page = String(Math.random()); // by which the server knows what this page has changed itself
globalThis.sent = { begun: 0, ended: 0 };

// -- what is sent ----------------------------------------------------------------------------------------------------

// Returns why nothing was written, or "", and the address that was looked at, if it was to be.
async function post(address, fields, redirect = "manual") {
  let [why, seen] = ["", ""];
  globalThis.sent.begun += 1;
  try {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ page, ...fields }), redirect });
    seen = answer.url;
    if (answer.type !== "opaqueredirect" && !answer.redirected) {
      why = alertIn(await answer.text()) || "The page is out of date. Load it again.";
    }
  } catch {
    why = "Proofdeck has stopped, so nothing was written.";
  }
  globalThis.sent.ended += 1;
  return [why, seen];
}
globalThis.post = post;

async function send(grid, fields) {
  said = "";
  const [why] = await post(grid.dataset.act ?? location.pathname, { file: grid.dataset.file, tab: grid.dataset.tab, ...fields });
  said = why;
  await refresh();
  tell(gridNow(grid));
  return why;
}

// Says where the chosen cell is, what it says and what is wrong with it, and why an edit was not written.
function tell(grid) {
  const cell = grid?.querySelector('td[tabindex="0"]');
  if (!cell) return;
  const text = grid.matches("section") && !cell.querySelector(".editor") ? cell.textContent : "";
  grid.querySelector(".where").textContent = [said, [`Cell ${cell.dataset.address}`, text, cell.title].filter(Boolean).join(": ")].filter(Boolean).join(" ");
}

const gridNow = (grid) => grids().find((one) => tableOf(one) === tableOf(grid));

function edits(cells) {
  return JSON.stringify(cells.map(([cell, text]) => [Number(rowOf(cell).dataset.line), rowOf(cell).dataset.cells, Number(cell.dataset.at), text]));
}

// -- one cell --------------------------------------------------------------------------------------------------------

// over: the node in which the editor appears; the cell itself if there is none.
function edit(cell, typed, over = cell) {
  const grid = gridOf(cell);
  if (isLocked(grid) || document.querySelector(".editor")) return;
  const field = document.createElement("textarea");
  field.className = "editor";
  field.value = typed ?? lost.get(keyOf(cell)) ?? cell.textContent;
  field.rows = Math.min(8, field.value.split("\n").length + Math.floor(field.value.length / 40));
  field.setAttribute("aria-label", nameOf(cell));
  field.dataset.was = cell.textContent;
  cell.classList.add("edited");
  field.cell = cell;
  over.append(field);
  field.focus();
  if (typed === undefined) field.select();
  field.onblur = () => leave(cell, true);
  return field;
}
globalThis.edit = edit;

const nameOf = (cell) => {
  const row = cell.closest("tr");
  const head = gridOf(cell).querySelector(`thead [data-at="${cell.dataset.at}"]`) ?? row.querySelector("th");
  return `${head.textContent.trim()} of ${rowOf(cell).dataset.card || "this row"}`;
};

// Ends the editing of a cell and goes to the next one, if there is one. What nobody has changed is not written.
async function leave(cell, isWritten, next = null) {
  const field = document.querySelector(".editor");
  if (field?.cell !== cell) return;
  const [text, was, grid] = [field.value, field.dataset.was, gridOf(cell)];
  field.onblur = null;
  document.querySelector(".completions")?.remove();
  const [says, cells, key] = [nameOf(cell), edits([[cell, text]]), keyOf(cell)];
  field.remove();
  cell.classList.remove("edited");
  if (next) go(next);
  if (!isWritten || text === was) return refresh();
  cell.textContent = text;
  if (await send(grid, { do: "cells", edits: cells, says })) lost.set(key, text);
  else lost.delete(key);
}

const keyOf = (cell) => [tableOf(gridOf(cell)), cell.closest("tr").dataset.key, cell.dataset.at].join("\n");

function find(grid, key, at) {
  const row = [...(grid?.querySelectorAll("tr") ?? [])].find((one) => one.dataset.key === key);
  return row?.querySelector(`td[data-at="${at}"]`);
}

// -- icons in words ----------------------------------------------------------------------------------------------------

// The icons whose names have what was typed behind a colon; Tab takes the one that is marked.
async function complete(field) {
  const begun = /(?<![\w:]):([\w-]+)$/.exec(field.value.slice(0, field.selectionStart))?.[1];
  const names = begun ? await globalThis.iconNames() : [];
  document.querySelector(".completions")?.remove();
  const found = names.filter((name) => name.includes(begun)).sort((one, other) => other.startsWith(begun) - one.startsWith(begun) || one.length - other.length).slice(0, 6);
  if (!found.length || !field.isConnected) return;
  const list = document.createElement("div");
  list.className = "completions panel";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Icons");
  for (const name of found) {
    const one = document.createElement("span");
    one.setAttribute("role", "option");
    one.setAttribute("aria-selected", String(name === found[0]));
    one.textContent = name;
    one.onpointerdown = (event) => { event.preventDefault(); take(field, name); };
    list.append(one);
  }
  field.after(list);
}

function take(field, name) {
  const [at, rest] = [field.selectionStart, field.value.slice(field.selectionStart)];
  field.value = `${field.value.slice(0, at).replace(/:[\w-]+$/, "")}:${name}:${rest}`;
  field.selectionStart = field.selectionEnd = field.value.length - rest.length;
  document.querySelector(".completions")?.remove();
}

// Whether a key was meant for the list of icons.
function choosing(event) {
  const options = [...document.querySelectorAll(".completions [role=option]")];
  const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
  if (at < 0 || !["Tab", "ArrowUp", "ArrowDown", "Escape"].includes(event.key)) return false;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Tab") take(event.target, options[at].textContent);
  else if (event.key === "Escape") options[0].parentNode.remove();
  else {
    options[at].setAttribute("aria-selected", "false");
    options[(at + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length].setAttribute("aria-selected", "true");
  }
  return true;
}

// -- moving ----------------------------------------------------------------------------------------------------------

function go(cell, takesFocus = true) {
  if (!cell) return;
  const grid = gridOf(cell);
  for (const one of grid.querySelectorAll('td[tabindex="0"]')) one.tabIndex = -1;
  for (const one of grid.querySelectorAll(".chosen")) one.classList.remove("chosen");
  cell.tabIndex = 0;
  cell.closest("tr").classList.add("chosen");
  current = { grid: tableOf(grid), row: cell.closest("tr").dataset.key, at: cell.dataset.at };
  const row = rowOf(cell);
  for (const [name, value] of Object.entries({ line: row.dataset.line, cells: row.dataset.cells, card: row.dataset.card, says: row.dataset.card })) {
    const field = grid.querySelector(`input[name="${name}"]`);
    if (field) field.value = value;
  }
  for (const button of grid.querySelectorAll('[value="new"], [value="copy"]')) button.disabled = !row.dataset.card;
  tell(grid);
  if (takesFocus) cell.focus();
}

function beside(cell, across, down) {
  const rows = [...gridOf(cell).querySelectorAll("tbody tr")].filter(isShown);
  const cells = [...cell.closest("tr").querySelectorAll("td")].filter(isShown);
  const row = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(cell.closest("tr")) + down))];
  const at = Math.max(0, Math.min(cells.length - 1, cells.indexOf(cell) + across));
  return [...row.querySelectorAll("td")].filter(isShown)[at];
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-999, 0], End: [999, 0], PageUp: [0, -12], PageDown: [0, 12] };

function typed(event) {
  if (event.target.cell) return typing(event, event.target.cell);
  const cell = event.target.closest(".spreadsheet td");
  if (!cell) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && ["z", "y"].includes(event.key.toLowerCase())) {
    event.preventDefault();
    const again = event.key.toLowerCase() === "y" || event.shiftKey;
    return send(gridOf(cell), { do: again ? "redo" : "undo" });
  }
  if (WAYS[event.key] && !command) {
    event.preventDefault();
    event.stopPropagation();
    return go(beside(cell, ...WAYS[event.key]));
  }
  if (event.key === "Enter" || event.key === "F2") { event.preventDefault(); return edit(cell); }
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    if (cell.textContent) return send(gridOf(cell), { do: "cells", edits: edits([[cell, ""]]), says: nameOf(cell) });
  }
  if (event.key.length === 1 && !command && !event.altKey) { event.preventDefault(); edit(cell, event.key); }
}

function typing(event, cell) {
  if (choosing(event)) return;
  const isThere = cell.contains(event.target);
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    return leave(cell, false, isThere ? cell : null);
  }
  if (event.key === "Enter" && (event.altKey || event.shiftKey)) {
    event.preventDefault();
    return event.target.setRangeText("\n", event.target.selectionStart, event.target.selectionEnd, "end");
  }
  if (event.key === "Enter" || event.key === "Tab") {
    event.preventDefault();
    return leave(cell, true, isThere ? beside(cell, ...(event.key === "Enter" ? [0, 1] : [event.shiftKey ? -1 : 1, 0])) : null);
  }
}

// -- pasting ---------------------------------------------------------------------------------------------------------

// Rows and cells as spreadsheet programs copy them: tabs and line breaks between, quotes around cells that have either.
function block(text) {
  const rows = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const row = rows.at(-1);
    const letter = text[at];
    if (letter === '"' && (quoted || row.at(-1) === "")) {
      if (quoted && text[at + 1] === '"') { row[row.length - 1] += '"'; at += 1; } else quoted = !quoted;
    } else if (letter === "\t" && !quoted) row.push("");
    else if (letter === "\n" && !quoted) rows.push([""]);
    else if (letter !== "\r") row[row.length - 1] += letter;
  }
  if (rows.length > 1 && rows.at(-1).length === 1 && rows.at(-1)[0] === "") rows.pop();
  return rows;
}

function paste(event) {
  const cell = event.target.closest(".spreadsheet td");
  if (!cell || event.target.matches(".editor") || isLocked(gridOf(cell))) return;
  event.preventDefault();
  const rows = block(event.clipboardData.getData("text/plain"));
  const [there, cells] = [[...gridOf(cell).querySelectorAll("tbody tr")].filter(isShown), []];
  const [first, left] = [there.indexOf(cell.closest("tr")), [...cell.closest("tr").querySelectorAll("td")].filter(isShown).indexOf(cell)];
  rows.forEach((texts, down) => texts.forEach((text, across) => {
    const found = there[first + down] && [...there[first + down].querySelectorAll("td")].filter(isShown)[left + across];
    if (found && found.textContent !== text) cells.push([found, text]);
  }));
  const [grid, left_out] = [gridOf(cell), rows.length - (there.length - first)];
  const written = cells.length ? send(grid, { do: "cells", edits: edits(cells), says: `pasting ${cells.length} ${cells.length === 1 ? "cell" : "cells"}` }) : Promise.resolve("");
  written.then((why) => {
    if (why || left_out <= 0) return;
    said = `There was no room for ${left_out === 1 ? "the last row" : `the last ${left_out} rows`}. Add rows first, then paste again.`;
    tell(gridNow(grid));
  });
}

function copy(event) {
  const cell = event.target.closest(".spreadsheet td");
  if (!cell || event.target.matches(".editor")) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", cell.textContent);
}

// -- order and choice ------------------------------------------------------------------------------------------------

function sift(grid) {
  const words = (grid.querySelector(".sift")?.value ?? "").toLowerCase();
  const rows = [...grid.querySelectorAll("tbody tr[data-line]")];
  for (const row of rows) row.hidden = Boolean(words) && !row.textContent.toLowerCase().includes(words);
  const wide = grid.querySelector(".wide");
  if (wide) wide.hidden = rows.length > 0 && rows.every((row) => row.hidden);
  if (wide) noHit(wide, rows, `No row here has “${words}”.`, () => showAllRows(grid));
  grid.classList.toggle("whole", Boolean(grid.querySelector(".all")?.checked));
}

function showAllRows(grid) {
  const field = grid.querySelector(".sift");
  field.value = "";
  sift(grid);
  field.focus();
}

function sort(grid) {
  for (const head of grid.querySelectorAll("thead [data-at]")) {
    const isIt = sorted && sorted.grid === tableOf(grid) && sorted.at === head.dataset.at;
    if (isIt) head.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  if (!sorted || sorted.grid !== tableOf(grid)) return;
  const body = grid.querySelector("tbody");
  const text = (row) => row.querySelector(`td[data-at="${sorted.at}"]`)?.textContent ?? "";
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
  body.append(...[...body.children].sort((one, other) => order(text(one), text(other)) * (sorted.down ? -1 : 1)));
}

// After the page has been updated, what people have chosen is still chosen.
function settle() {
  for (const grid of grids()) {
    sort(grid);
    sift(grid);
    const here = current?.grid === tableOf(grid) ? find(grid, current.row, current.at) : null;
    const had = document.activeElement === document.body && here && current.focused;
    go(here ?? [...grid.querySelectorAll("tbody td")].find(isShown), Boolean(had));
  }
}

document.addEventListener("keydown", typed, true);
document.addEventListener("paste", paste);
document.addEventListener("copy", copy);
document.addEventListener("dblclick", (event) => { const cell = event.target.closest(".spreadsheet td"); if (cell && !event.target.matches(".editor")) edit(cell); });
document.addEventListener("focusin", (event) => {
  const cell = event.target.closest(".spreadsheet td");
  if (cell && event.target === cell) go(cell, false);
  if (current) current.focused = Boolean(cell);
});
document.addEventListener("mousedown", (event) => { const cell = event.target.closest(".spreadsheet td"); if (cell && event.target === cell) go(cell); });
document.addEventListener("input", (event) => { if (event.target.cell) complete(event.target); });
document.addEventListener("input", (event) => { if (event.target.matches(".sift, .all")) sift(gridOf(event.target)); });
document.addEventListener("click", (event) => {
  const head = event.target.closest(".spreadsheet .sort")?.parentElement;
  if (!head) return;
  const grid = tableOf(gridOf(head));
  const isIt = sorted?.grid === grid && sorted.at === head.dataset.at;
  sorted = isIt && sorted.down ? null : { grid, at: head.dataset.at, down: isIt };
  if (sorted) sort(gridOf(head)); else refresh();
});
document.addEventListener("submit", (event) => {
  const grid = event.target.closest(".spreadsheet");
  if (!grid) return;
  event.preventDefault();
  if (event.submitter) send(grid, { ...Object.fromEntries(new FormData(event.target)), do: event.submitter.value });
});
globalThis.arrange = settle;
settle();

}
