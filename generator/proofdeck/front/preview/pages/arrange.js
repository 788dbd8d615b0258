// Arranges the elements of a card by mouse and keyboard. Each change is sent at once and written into its template.
"use strict";

{ // names of its own, beside those of the other scripts

const NEAR = 6; // CSS px within which an element is held by a line
const SAFE = 3; // mm from the cut to the safe zone
const PAUSE = 400; // ms after the last arrow key, when what it has moved is written
const [STEP, LEAP] = [0.5, 5]; // mm for an arrow key, and with Shift
const [DEGREE, DEGREES] = [1, 15]; // the same for turning
const ABOVE = 6; // mm from an element to the handle that turns it
const SMALLEST = 0.5; // mm
const MOST_CORNERS = 60; // that get a handle
const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let drag = null; // {button, way, from, was, now, isMoved, timer}: what is being moved; way: "move", "turn" or a handle, or the number of a corner
let why = ""; // why the last change was not written

const main = document.getElementById("main");
const panel = () => document.querySelector(".arranging");
const boardOf = (node) => node.closest(".board");
const boxOf = (button) => button.dataset.box.split(",").map(Number);
const faceOf = (board) => board.querySelector(":scope > img.face");
const scale = (board) => faceOf(board).clientWidth / Number(board.dataset.wide); // CSS px per mm
const chosen = () => document.querySelector('.box[aria-pressed="true"]');
const angleOf = (button) => Number(button.dataset.angle);
const cornersOf = (button) => (button.dataset.corners ?? "").split(" ").filter(Boolean).map((one) => one.split(",").map(Number));
const isStuck = (button) => Boolean(boardOf(button).dataset.locked !== undefined || button.dataset.stuck);

// -- what is sent ----------------------------------------------------------------------------------------------------

// While something is held, the page stays as it is, whatever else has ended.
const isHeld = () => Boolean(drag || document.querySelector(".offer, .option[data-is-new], .chips:focus"));
const hold = () => (isHeld() ? main.setAttribute("aria-busy", "true") : main.removeAttribute("aria-busy"));

async function send(fields) {
  const board = document.querySelector(`.board[data-side="${panel().dataset.side ?? "front"}"]`);
  const known = { card: board.dataset.card, side: board.dataset.side, element: panel().dataset.element ?? "", where: document.querySelector(".reach input:checked")?.value ?? "own" };
  const { key, dpi } = shown(board);
  const isSeen = ["box", "option", "without", "turn", "corner"].includes(fields.do) && key;
  let seen;
  [why, seen] = await globalThis.post(panel().dataset.act, { ...known, ...fields, ...(isSeen ? { dpi } : {}) }, isSeen ? "follow" : "manual");
  hold();
  if (!why && /\/face\/[^/]+$/.test(seen)) return show(board, seen);
  const before = new Set([...document.querySelectorAll(".parts option")].map((option) => option.value));
  await refresh();
  if (!why && ["element", "picture"].includes(fields.do) && !fields.key) {
    const made = [...document.querySelectorAll(".parts option")].find((option) => !before.has(option.value));
    if (made) await choose(made.value);
  }
  tell(why);
}

// Which face is shown, and how large.
function shown(board) {
  const [, key, dpi] = /face\/([^-./]+)(?:-(\d+))?/.exec(faceOf(board).getAttribute("src")) ?? [];
  return { key, dpi: dpi ?? "96" };
}

// Shows the new face before the page knows of it. Pages of an earlier reading come too late from now on.
async function show(board, address) {
  const face = faceOf(board);
  document.body.dataset.number = String(Number(document.body.dataset.number) + 1);
  face.src = new URL(address).pathname;
  face.dataset.face = shown(board).key;
  tell("");
}

function tell(words) {
  const place = panel()?.querySelector(".why");
  if (place) place.textContent = words;
}

// -- which one is chosen ---------------------------------------------------------------------------------------------

async function choose(name) { // `front/title`
  why = "";
  history.replaceState(history.state, "", `?arrange=${encodeURIComponent(name || "on")}`);
  for (const box of document.querySelectorAll(".box")) box.setAttribute("aria-pressed", String(nameOf(box) === name));
  for (const link of document.querySelectorAll('a[href*="?arrange="]')) link.search = link.textContent === "Arrange" ? "?arrange=on" : location.search;
  settle();
  await refresh();
}

const nameOf = (box) => `${boardOf(box).dataset.side}/${box.dataset.key}`;

function under(event) {
  const area = (box) => { const [, , width, height] = boxOf(box); return Math.abs(width * height); };
  return [...boardOf(event.target).querySelectorAll(".box")].filter((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return event.clientX >= left - 3 && event.clientX <= right + 3 && event.clientY >= top - 3 && event.clientY <= bottom + 3;
  }).sort((one, other) => area(one) - area(other));
}

// -- where it is -----------------------------------------------------------------------------------------------------

function place(node, [x, y, width, height], px, degrees = angleOf(node)) {
  Object.assign(node.style, {
    left: `${Math.min(x, x + width) * px}px`, top: `${Math.min(y, y + height) * px}px`,
    width: `${Math.abs(width) * px}px`, height: `${Math.abs(height) * px}px`,
    rotate: degrees ? `${degrees}deg` : "",
  });
}

// So many mm across and down, as they are after a turn by so many degrees.
function rotated([across, down], degrees) {
  const [sine, cosine] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
  return [across * cosine - down * sine, across * sine + down * cosine];
}

const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

// Where a place of a box is on the card when the box has been turned about its middle.
function turned(box, [x, y], degrees) {
  const [across, down] = middleOf(box);
  const [right, below] = rotated([x - across, y - down], degrees);
  return [across + right, down + below];
}

// The box of a turned element after a handle has been moved: the sides that are not held stay where they are seen.
function shapedTurned(box, way, across, down, button) {
  const degrees = angleOf(button);
  const isLine = button.dataset.type === "line";
  if (way === "move" || !degrees) return shaped(box, way, across, down, isLine);
  const grown = shaped(box, way, ...rotated([across, down], -degrees), isLine);
  const [x, y] = turned(box, middleOf(grown), degrees);
  return [x - grown[2] / 2, y - grown[3] / 2, grown[2], grown[3]];
}

// The box after its handle, or all of it, has been moved by so many mm.
function shaped([x, y, width, height], way, across, down, isLine) {
  if (way === "move") return [x + across, y + down, width, height];
  if (isLine) return way === "nw" ? [x + across, y + down, width - across, height - down] : [x, y, width + across, height + down];
  if (way.includes("w")) { const by = Math.min(across, width - SMALLEST); x += by; width -= by; }
  if (way.includes("e")) width = Math.max(SMALLEST, width + across);
  if (way.includes("n")) { const by = Math.min(down, height - SMALLEST); y += by; height -= by; }
  if (way.includes("s")) height = Math.max(SMALLEST, height + down);
  return [x, y, width, height];
}

// The lines that hold elements, in mm: the cut, the safe zone, the middle, and the edges and middles of other elements.
function holds(button, at) {
  const board = boardOf(button);
  const size = Number(at ? board.dataset.high : board.dataset.wide);
  const others = [...board.querySelectorAll(".box")].filter((box) => box !== button && !box.contains(button)).map(boxOf);
  return [0, size, SAFE, size - SAFE, size / 2, ...others.flatMap((box) => [box[at], box[at] + box[at + 2] / 2, box[at] + box[at + 2]])];
}

// By how much a box has to move, across or down, to lie on the nearest line; and that line.
function held(button, box, way, at, px) {
  const [start, end] = [box[at], box[at] + box[at + 2]];
  const [first, last] = at ? ["n", "s"] : ["w", "e"];
  const edges = angleOf(button) ? (way === "move" ? [(start + end) / 2] : []) : way === "move" ? [start, (start + end) / 2, end] : [...(way.includes(first) ? [start] : []), ...(way.includes(last) ? [end] : [])];
  let best = { by: 0, line: null, off: NEAR / px };
  for (const line of holds(button, at)) for (const edge of edges) {
    if (Math.abs(line - edge) < best.off) best = { by: line - edge, line, off: Math.abs(line - edge) };
  }
  return best;
}

function guide(board, lines) {
  for (const old of board.querySelectorAll(".guide")) old.remove();
  const px = scale(board);
  lines.forEach((line, at) => {
    if (line === null) return;
    const node = document.createElement("i");
    node.className = `guide ${at ? "down" : "across"}`;
    node.style[at ? "top" : "left"] = `${line * px}px`;
    board.querySelector(".boxes").append(node);
  });
}

// -- the picture that moves at once ----------------------------------------------------------------------------------

// Two pictures in place of the face: the element alone, and all the rest. They are loaded as soon as it is chosen.
function layers(button) {
  const board = boardOf(button);
  const { key, dpi } = shown(board);
  return ["less", "only"].map((part) => {
    let image = board.querySelector(`img.${part}`);
    if (!image) {
      image = document.createElement("img");
      image.className = part;
      image.alt = "";
      board.append(image);
    }
    const source = `${base}/face/${key}-${dpi}-${part}-${button.dataset.only}.png`;
    if (key && image.getAttribute("src") !== source) image.src = source;
    const { width, height, borderRadius } = getComputedStyle(faceOf(board));
    Object.assign(image.style, { width, height, borderRadius: part === "less" ? borderRadius : "" });
    return image;
  });
}

function lift() {
  const { button, was, now, way } = drag;
  const board = boardOf(button);
  const px = scale(board);
  if (Array.isArray(now) && now.length === 4) place(button, now, px);
  else if (way === "turn") place(button, boxOf(button), px, now);
  handles();
  if (way !== "move") return;
  const [, only] = layers(button);
  board.classList.add("lifted");
  only.style.translate = `${(now[0] - was[0]) * px}px ${(now[1] - was[1]) * px}px`;
}

// The moved picture stays until the real face is there.
async function lower(board) {
  try { await faceOf(board).decode(); } catch { /* a face that cannot be painted: the old one stays */ }
  if (drag) return;
  board.classList.remove("lifted");
  for (const image of board.querySelectorAll("img.less, img.only")) image.style.translate = "";
}

// -- dragging --------------------------------------------------------------------------------------------------------

// The page stays as it is from here on: what is held must not be taken away by what somebody else has saved.
function begin(button, way, from = null) {
  const was = way === "turn" ? angleOf(button) : isCorner(way) ? cornersOf(button)[way] : boxOf(button);
  drag = { button, way, from, was, now: was, isMoved: false, timer: 0 };
  hold();
}

const isCorner = (way) => /^\d+$/.test(way);
const inCircle = (degrees) => ((Math.round(degrees) % 360) + 360) % 360;

// The angle at which the handle above an element points to the mouse, held at multiples of 45 degrees.
function pointed(event, button) {
  const { left, top, width, height } = faceOf(boardOf(button)).getBoundingClientRect();
  const px = scale(boardOf(button));
  const [across, down] = middleOf(boxOf(button));
  const degrees = inCircle(Math.atan2(event.clientY - top - down * px, event.clientX - left - across * px) * 180 / Math.PI + 90);
  const near = Math.round(degrees / 45) * 45;
  if (event.shiftKey) return inCircle(Math.round(degrees / DEGREES) * DEGREES);
  return !event.ctrlKey && !event.metaKey && Math.abs(near - degrees) <= 3 ? inCircle(near) : degrees;
}

function dragged(event) {
  if (!drag?.from) return;
  const { button, way, from, was } = drag;
  const [right, below] = [event.clientX - from[0], event.clientY - from[1]];
  if (!drag.isMoved && Math.hypot(right, below) < 3) return;
  drag.isMoved = true;
  const board = boardOf(button);
  const px = scale(board);
  const fine = (pixels) => Math.round(pixels / px * 10) / 10; // tenths of a millimetre
  if (way === "turn" || isCorner(way)) {
    drag.now = way === "turn" ? pointed(event, button) : bent(button, was, fine(right), fine(below));
    return lift();
  }
  let now = shapedTurned(was, way, fine(right), fine(below), button);
  if (!event.ctrlKey && !event.metaKey) {
    const [across, down] = [0, 1].map((at) => held(button, now, way, at, px));
    now = shapedTurned(was, way, fine(right) + across.by, fine(below) + down.by, button);
    guide(board, [across.line, down.line]);
  } else guide(board, [null, null]);
  drag.now = now;
  lift();
}

// A corner of a polygon that is moved by so many mm on the card.
function bent(button, [x, y], across, down) {
  const [right, below] = rotated([across, down], -angleOf(button));
  return [x + right, y + below];
}

// What is sent for a change, and how the element is then, until the page knows it.
function changeOf({ button, way, was, now }) {
  const spelt = (numbers) => [numbers].flat().map((number) => number.toFixed(2)).join(",");
  const [old, next] = [spelt(was), spelt(now)];
  if (old === next) return null;
  if (way === "turn") {
    button.dataset.angle = String(now);
    return { do: "turn", was: old, angle: next };
  }
  if (isCorner(way)) {
    button.dataset.corners = cornersOf(button).map((corner, at) => (at === Number(way) ? next : spelt(corner))).join(" ");
    return { do: "corner", at: way, was: old, corner: next };
  }
  button.dataset.box = next;
  return { do: "box", was: old, box: next };
}

async function drop() {
  if (!drag) return;
  const done = drag;
  const { button, isMoved, timer } = done;
  clearTimeout(timer);
  const board = boardOf(button);
  drag = null;
  guide(board, [null, null]);
  const change = isMoved ? changeOf(done) : null;
  if (!change) {
    hold();
    settle();
    return refresh();
  }
  const start = performance.now();
  await send({ ...change, element: button.dataset.key, side: board.dataset.side });
  await lower(board);
  if (!why) performance.measure("face", { start });
}

function cancel() {
  if (!drag) return;
  const { button } = drag;
  clearTimeout(drag.timer);
  const board = boardOf(button);
  drag = null;
  guide(board, [null, null]);
  place(button, boxOf(button), scale(board));
  handles();
  hold();
  lower(board);
  refresh();
}

// Keys make a turned element wider and higher along its own sides.
const grownBy = (box, button, across, down) => shapedTurned(box, "se", ...rotated([across, down], angleOf(button)), button);

function nudge(button, way, across, down) {
  if (isStuck(button)) return tell(button.dataset.stuck ?? "");
  if (drag?.button !== button || drag.way !== way) {
    drop();
    begin(button, way);
  }
  drag.isMoved = true;
  if (way === "turn") drag.now = inCircle(drag.now + (across + down < 0 ? -1 : 1) * (Math.abs(across + down) > STEP ? DEGREES : DEGREE));
  else if (isCorner(way)) drag.now = bent(button, drag.now, across, down);
  else drag.now = way === "se" && angleOf(button) ? grownBy(drag.now, button, across, down) : shapedTurned(drag.now, way, across, down, button);
  lift();
  clearTimeout(drag.timer);
  drag.timer = setTimeout(drop, PAUSE);
}

// -- handles ---------------------------------------------------------------------------------------------------------

// Where the handles of an element are, in mm, by their names.
function handlesOf(button) {
  const isLine = button.dataset.type === "line";
  const isHeld = drag?.button === button;
  const box = isHeld && drag.now.length === 4 ? drag.now : boxOf(button);
  const degrees = isHeld && drag.way === "turn" ? drag.now : angleOf(button);
  const [x, y, width, height] = box;
  const found = new Map();
  const put = (way, place) => found.set(way, turned(box, place, degrees));
  for (const way of button.dataset.grows === undefined ? [] : isLine ? ["nw", "se"] : HANDLES) {
    const across = way.includes("w") ? 0 : way.includes("e") ? 1 : 0.5;
    const down = way.includes("n") ? 0 : way.includes("s") ? 1 : 0.5;
    put(way, [x + width * across, y + height * down]);
  }
  if (button.dataset.turns !== undefined) put("turn", [x + width / 2, Math.min(y, y + height) - ABOVE]);
  cornersOf(button).slice(0, MOST_CORNERS).forEach(([right, below], at) => {
    const [a, b] = isHeld && drag.way === String(at) ? drag.now : [right, below];
    put(String(at), [x + a, y + b]);
  });
  return found;
}

// Around the chosen element. Of those for its size, only the one at the lower right takes the focus, for all sides can be reached from there.
function handles() {
  const button = chosen();
  const board = button && !isStuck(button) ? boardOf(button) : null;
  const wanted = board ? handlesOf(button) : new Map();
  for (const old of document.querySelectorAll(".board .handle")) {
    if (boardOf(old) !== board || !wanted.has(old.dataset.way)) old.remove();
  }
  for (const [way, [x, y]] of wanted) {
    let handle = board.querySelector(`.handle[data-way="${way}"]`);
    if (!handle) {
      handle = Object.assign(document.createElement("button"), { type: "button", className: `handle bare ${isCorner(way) ? "corner" : way}` });
      handle.dataset.way = way;
      if (HANDLES.includes(way) && way !== "se") { handle.tabIndex = -1; handle.setAttribute("aria-hidden", "true"); }
      board.append(handle);
    }
    const label = way === "turn" ? "Angle" : isCorner(way) ? `Corner ${Number(way) + 1}` : "Size";
    if (way === "se" || !HANDLES.includes(way)) handle.setAttribute("aria-label", `${label} of ${button.dataset.key}`);
    const px = scale(board);
    Object.assign(handle.style, { left: `${x * px}px`, top: `${y * px}px` });
  }
}

// -- words in place --------------------------------------------------------------------------------------------------

const cellOf = (column) => document.querySelector(`.spreadsheet[data-act] td[data-name="${CSS.escape(column)}"]`);

function words(button) {
  const columns = button.dataset.columns.split(" ").filter(cellOf);
  if (!columns.length) {
    const field = document.querySelector('.option[data-option="text"] .chips, .option[data-option="label"] [data-field]');
    return field?.focus();
  }
  if (columns.length === 1) return write(button, columns[0]);
  const offer = document.createElement("div");
  offer.className = "offer panel";
  offer.setAttribute("role", "group");
  offer.setAttribute("aria-label", `The cells of ${button.dataset.key}`);
  for (const column of columns) {
    const choice = document.createElement("button");
    choice.type = "button";
    choice.textContent = `${column}: ${cellOf(column).textContent}`;
    choice.onclick = () => { close(); write(button, column); };
    offer.append(choice);
  }
  over(offer, button);
  offer.firstChild.focus();
  hold();
}

function close() {
  document.querySelector(".offer")?.remove();
  hold();
}

function over(node, button) {
  Object.assign(node.style, { left: button.style.left, top: button.style.top });
  boardOf(button).append(node);
}

// The cell is edited where its words stand; the other languages are beside it.
function write(button, column) {
  const place = document.createElement("div");
  place.className = "place spreadsheet-words";
  Object.assign(place.style, { width: button.style.width });
  over(place, button);
  const field = globalThis.edit(cellOf(column), undefined, place);
  if (!field) return place.remove();
  for (const other of document.querySelectorAll(`.spreadsheet[data-act] td[data-name^="${CSS.escape(`${column}@`)}"]`)) {
    const words = document.createElement("small");
    words.textContent = `${other.dataset.name.split("@")[1]}: ${other.textContent}`;
    place.append(words);
  }
  new MutationObserver((_, watch) => { if (!place.querySelector(".editor")) { watch.disconnect(); place.remove(); button.focus(); } }).observe(place, { childList: true });
}

// -- options ---------------------------------------------------------------------------------------------------------

function option(field, text) {
  const row = field.closest(".option");
  if (text === row.dataset.was && row.dataset.isNew === undefined) return;
  delete row.dataset.isNew;
  return send({ do: "option", key: row.dataset.option, was: row.dataset.was, text });
}

// Words with columns as chips, in place of braces; the field that is sent is beside them, unseen.
const COLUMN = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g;

const chip = (name) => Object.assign(document.createElement("span"), { className: "chip", contentEditable: "false", textContent: name });

function fill(div, text) {
  div.replaceChildren();
  let last = 0;
  for (const found of text.matchAll(COLUMN)) {
    div.append(text.slice(last, found.index), chip(found[1]));
    last = found.index + found[0].length;
  }
  div.append(text.slice(last));
  div.dataset.text = text;
}

const spelt = (node) => [...node.childNodes].map((one) => {
  if (one.nodeType === Node.TEXT_NODE) return one.data;
  if (one.matches(".chip")) return `{{ ${one.textContent} }}`;
  return one.matches("br") ? (one.nextSibling ? "\n" : "") : `\n${spelt(one)}`;
}).join("");

function chips(row) {
  const field = row.querySelector("textarea[data-field]");
  let div = row.querySelector(".chips");
  if (!div) {
    div = Object.assign(document.createElement("div"), { className: "chips", contentEditable: "plaintext-only" });
    for (const [name, value] of [["role", "textbox"], ["aria-multiline", "true"], ["aria-label", field.getAttribute("aria-label")]]) div.setAttribute(name, value);
    field.hidden = true;
    field.after(div);
    div.addEventListener("focus", hold);
    div.addEventListener("blur", () => { hold(); const text = spelt(div); if (text !== div.dataset.text) option(field, text); });
    div.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); fill(div, row.dataset.was); div.blur(); } });
    const insert = Object.assign(document.createElement("span"), { className: "insert" });
    const names = [...document.querySelectorAll(".spreadsheet[data-act] td[data-name]")].map((cell) => cell.dataset.name);
    for (const name of new Set(names.filter((one) => /^[A-Za-z_]\w*$/.test(one)))) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "bare", textContent: `+ ${name}`, title: `Print the column ${name} here` });
      button.onpointerdown = (event) => event.preventDefault(); // the caret stays where it is
      button.onclick = (event) => {
        event.preventDefault();
        const place = getSelection().rangeCount && div.contains(getSelection().anchorNode) ? getSelection().getRangeAt(0) : null;
        if (place) { place.deleteContents(); place.insertNode(chip(name)); place.collapse(false); } else div.append(chip(name));
        if (document.activeElement !== div) option(field, spelt(div));
      };
      insert.append(button);
    }
    field.closest("label").after(insert);
  }
  if (document.activeElement !== div && div.dataset.text !== row.dataset.was) fill(div, row.dataset.was);
}

function add(select) {
  const [key, choices] = [select.value, select.selectedOptions[0].dataset.choices.split(" ").filter(Boolean)];
  const row = select.closest(".option");
  const field = document.createElement(choices.length ? "select" : "input");
  field.dataset.field = "";
  field.setAttribute("aria-label", key);
  field.title = select.selectedOptions[0].title;
  if (choices.length) field.append(new Option("choose", ""), ...choices.map((word) => new Option(word, word)));
  else field.placeholder = field.title;
  Object.assign(row.dataset, { option: key, was: "", isNew: "" });
  hold();
  select.after(field);
  field.onblur = () => { if (!field.value) { delete row.dataset.isNew; hold(); field.remove(); select.value = ""; } };
  field.focus();
}

async function names() {
  const list = document.getElementById("icons");
  if (!list || list.childElementCount || !document.querySelector('[list="icons"]')) return;
  const found = await globalThis.iconNames();
  if (!list.childElementCount) list.append(...found.map((name) => new Option(name, name)));
}

// -- icons and pictures, chosen by how they look ---------------------------------------------------------------------

// `row`: the option that shall be another one; without it, a new element is made.
async function pick(kind, row) {
  close();
  const names = kind === "icon" ? await globalThis.iconNames() : [...document.querySelectorAll("#files option")].map((one) => one.value);
  const take = (name) => { close(); return row ? option(row.querySelector("[data-field]"), name) : send({ do: "element", kind, name }); };
  const sheet = globalThis.picker(kind, names, take, close);
  if (kind === "picture") {
    const own = Object.assign(document.createElement("button"), { type: "button", textContent: "Each card’s own picture", title: "The picture that is dropped on a card, or is called like it in art/" });
    own.onclick = () => take("{{ art }}");
    const label = document.createElement("label");
    label.className = "button";
    label.innerHTML = `A file from this computer… <input type="file" class="unseen" accept="${globalThis.PICTURES}">`;
    label.querySelector("input").onchange = async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      const data = await globalThis.inBase64(file);
      close();
      await send({ do: "picture", name: file.name, data, ...(row ? { key: row.dataset.option, was: row.dataset.was } : {}) });
    };
    sheet.append(own, label);
  }
  panel().querySelector(".tools").after(sheet);
  hold();
  sheet.querySelector("input").focus();
}

// -- events ----------------------------------------------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  if (event.button || !boardOf(event.target) || event.target.closest(".place, .offer")) return;
  if (event.target.matches(".handle")) {
    event.preventDefault();
    begin(chosen(), event.target.dataset.way, [event.clientX, event.clientY]);
    return event.target.setPointerCapture(event.pointerId);
  }
  const hits = under(event);
  if (!hits.length) return;
  event.preventDefault();
  const before = chosen();
  const button = hits.includes(before) ? before : hits[0];
  button.focus();
  if (button !== before) choose(nameOf(button));
  if (isStuck(button)) return tell(button.dataset.stuck ?? "");
  begin(button, "move", [event.clientX, event.clientY]);
  drag.next = before === button ? hits[(hits.indexOf(button) + 1) % hits.length] : null;
  boardOf(button).setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", dragged);
document.addEventListener("pointerup", (event) => {
  if (!drag?.from) return;
  const { next, isMoved } = drag;
  drop();
  if (!isMoved && next && event.detail < 2) { next.focus(); choose(nameOf(next)); }
});
document.addEventListener("pointercancel", cancel);
document.addEventListener("click", (event) => {
  const box = event.target.closest(".box");
  if (box && !event.detail) return choose(nameOf(box)); // by the keyboard
  const asked = event.target.closest(".arranging [data-pick]");
  if (asked) return pick(asked.dataset.pick, asked.closest(".option"));
  const button = event.target.closest(".arranging [data-do]");
  if (!button) return;
  const row = button.closest(".option");
  send({ do: button.dataset.do, ...(button.dataset.kind ? { kind: button.dataset.kind } : {}), ...(row ? { key: row.dataset.option } : {}) });
});
document.addEventListener("dblclick", (event) => {
  if (!boardOf(event.target) || event.target.closest(".place, .offer")) return;
  const hits = under(event);
  const box = hits.find((one) => one.dataset.columns) ?? hits[0];
  if (!box) return;
  cancel();
  if (box !== chosen()) choose(nameOf(box)).then(() => words(box)); else words(box);
});
document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.matches(".parts")) return choose(target.value);
  if (target.matches(".below")) return target.value && send({ do: "below", text: target.value });
  if (target.matches(".unsaid")) return target.value && add(target);
  if (!target.closest(".option")) return;
  if (target.type === "color") return option(target, target.value);
  if (target.matches("[data-field]")) option(target, target.value);
});
document.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const { target } = event;
  if (event.key === "Escape") {
    if (document.querySelector(".offer")) { const box = chosen(); close(); return box?.focus(); }
    if (target.matches("[data-field]")) { target.value = target.closest(".option").dataset.was; return target.blur(); }
    return cancel();
  }
  if (command && ["z", "y"].includes(event.key.toLowerCase()) && !target.closest("input, textarea, .spreadsheet")) {
    event.preventDefault();
    return send({ do: event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo" });
  }
  const node = target.closest(".box, .handle");
  if (!node || command || event.altKey) return;
  if (event.key === "F2") { event.preventDefault(); return words(chosen() ?? node); }
  if (!ARROWS[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  const [across, down] = ARROWS[event.key].map((by) => by * (event.shiftKey ? LEAP : STEP));
  const button = node.matches(".handle") ? chosen() : node;
  if (button !== chosen()) choose(nameOf(button));
  nudge(button, node.dataset.way ?? "move", across, down);
}, true);
document.addEventListener("focusout", (event) => { if (drag && !drag.from && event.target.matches(".box, .handle")) drop(); });
window.addEventListener("resize", () => settle());

// After the page has been updated, boxes lie where their elements are, and fields say what is written.
function settle() {
  if (!panel()) return;
  names();
  for (const box of document.querySelectorAll(".box")) if (drag?.button !== box) place(box, boxOf(box), scale(boardOf(box)));
  const button = chosen();
  const hadFocus = document.activeElement === document.body && settle.focus;
  handles();
  if (button && !drag) layers(button);
  for (const row of document.querySelectorAll(".option[data-was]")) {
    if (row.querySelector("textarea[data-field]")) { chips(row); continue; }
    const field = row.querySelector("[data-field]");
    if (!field || field === document.activeElement || row.dataset.isNew !== undefined) continue;
    if (field.type === "radio") for (const one of row.querySelectorAll("[data-field]")) one.checked = one.value === row.dataset.was;
    else field.value = row.dataset.was;
  }
  const [parts, unsaid] = [panel().querySelector(".parts"), panel().querySelector(".unsaid")];
  if (parts !== document.activeElement) parts.value = button ? nameOf(button) : [...parts.options].find((one) => one.defaultSelected)?.value ?? "";
  if (unsaid && unsaid.closest(".option").dataset.isNew === undefined) unsaid.value = "";
  for (const below of panel().querySelectorAll(".below")) below.value = "";
  if (hadFocus === "box") button?.focus();
  else if (hadFocus) document.querySelector(`.handle[data-way="${hadFocus}"]`)?.focus();
  tell(why);
}
document.addEventListener("focusin", (event) => { settle.focus = event.target.matches(".handle") ? event.target.dataset.way : event.target.matches(".box") ? "box" : ""; });

const others = globalThis.arrange;
globalThis.arrange = (before) => { others?.(before); settle(); };
settle();

}
