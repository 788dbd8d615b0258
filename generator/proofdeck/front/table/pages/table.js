// The table of a game. Without this script every move can still be made with its button; with it, cards and places on the
// table narrow the moves down, keys work, cards move and can be seen close up, and the bots go on by themselves.
"use strict";

const PAUSE = 650; // milliseconds between two moves of bots
const FLIGHT = 300; // milliseconds that a card moves
const BETWEEN = 45; // milliseconds between two cards that set off
const MOST_FLIGHTS = 24;
const LIFTED = 6; // pixels that a pointer moves before a card follows it
const HOVER = 350; // milliseconds until a card under the pointer is seen close up
let picked = new Set(); // the numbers of the words that were clicked on the table
const clicked = new Map(); // where each of them was clicked: equal cards have the same words
let shownAt = ""; // the state of the table for which they were

const shown = () => document.getElementById("table");
const within = (selector) => [...document.querySelectorAll(`#table ${selector}`)];
const about = (node) => new Set((node.dataset.about ?? "").split(" ").filter(Boolean));
const holds = (node) => [...picked].every((one) => about(node).has(one));

// -- narrowing down ---------------------------------------------------------------------------------------------------

function words() {
  return (document.getElementById("said")?.value ?? "").toLowerCase().split(" ").filter(Boolean);
}

function fits(button) {
  const parts = button.querySelector("span").textContent.toLowerCase().split(/\s+/);
  return holds(button) && words().every((word) => parts.some((part) => part.startsWith(word)));
}

const isInSight = (button) => !button.parentElement.hidden && !button.closest("details:not([open])");

function narrow() {
  const left = [];
  unfold(words().length > 0);
  let number = 0;
  for (const button of within(".moves button")) {
    button.parentElement.hidden = !fits(button);
    button.querySelector("kbd")?.remove();
    if (!button.parentElement.hidden) left.push(button);
    if (isInSight(button) && (number += 1) < 10) button.prepend(key(number), " ");
  }
  const open = new Set(left.flatMap((button) => [...about(button)]));
  for (const button of within("button.lit")) {
    const isPicked = [...about(button)].some((one) => picked.has(one) && clicked.get(one) === button);
    button.setAttribute("aria-pressed", String(isPicked));
    button.classList.toggle("out", !isPicked && ![...about(button)].some((one) => open.has(one)));
    const [only, ...others] = left.filter((move) => [...about(button)].some((one) => about(move).has(one)));
    button.title = only && !others.length ? only.querySelector("span").textContent : "";
  }
  const told = document.querySelector("#table .narrowed");
  if (told) {
    const all = within(".moves button").length;
    told.hidden = left.length === all || Boolean(within(".moves .list:not([open])").length);
    const count = shown().dataset.someOf.replace("#", left.length).replace("*", all);
    if (told.firstElementChild.textContent !== count) told.firstElementChild.textContent = count;
  }
  return left;
}

function key(number) {
  const shown = document.createElement("kbd");
  shown.textContent = String(number);
  return shown;
}

// The list of moves that can be made on the table: open for those who want it, and while they search in it.
function unfold(isSearching) {
  const list = document.querySelector("#table .moves .list");
  if (list) list.open = isSearching || kept("list") === "open";
}

function toggleList() {
  sessionStorage.setItem("list", kept("list") === "open" ? "" : "open");
  narrow();
}

// If nothing on the table tells the moves apart that are left, they are offered beside what was picked.
const choices = document.createElement("div");
choices.id = "choose";

function choose(left, node) {
  const last = left.filter((button) => [...about(button)].every((one) => picked.has(one)));
  choices.remove();
  if (!picked.size || !last.length) return;
  choices.replaceChildren(...last.map((button) => {
    const copy = document.createElement("button");
    Object.assign(copy, { type: "button", textContent: button.querySelector("span").textContent });
    copy.addEventListener("click", () => button.click());
    return copy;
  }));
  shown().append(choices);
  const [box, own] = [node.getBoundingClientRect(), choices.getBoundingClientRect()];
  const above = box.top - own.height - 10;
  choices.style.left = `${Math.max(8, Math.min(box.left + (box.width - own.width) / 2, innerWidth - own.width - 8))}px`;
  choices.style.top = `${above > 8 ? above : Math.min(box.bottom + 10, innerHeight - own.height - 8)}px`;
}

// A second click takes a word back; a word that fits with none of the others begins anew.
function pick(button) {
  const mine = [...about(button)];
  const had = mine.filter((one) => picked.has(one));
  const isSame = had.some((one) => clicked.get(one) === button);
  for (const one of mine) clicked.set(one, button);
  if (had.length) {
    if (isSame) had.forEach((one) => picked.delete(one));
    choose(narrow(), button);
    return;
  }
  const before = picked;
  const moves = within(".moves button");
  const word = mine.find((one) => moves.some((move) => [...before, one].every((each) => about(move).has(each))));
  picked = word ? new Set([...before, word]) : new Set(mine.slice(0, 1));
  const left = narrow();
  if (left.length === 1) left[0].click();
  else choose(left, button);
}

// -- dragging ---------------------------------------------------------------------------------------------------------

// A card that is dropped on a place: the two clicks in one. What the drop does is written below the card.
let carried = null; // the card that follows the pointer
let isDropped = false;

const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#table button.lit:not(.out)");
const takes = (button) => button && button !== carried.button && button.ariaPressed === "false" ? button : null;

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("#table button.lit:not(.out)");
  isDropped = false;
  carried = button && !event.button && event.pointerType !== "touch" && !document.getElementById("main").ariaBusy
    ? { button, x: event.clientX, y: event.clientY, ghost: null } : null;
});

document.addEventListener("dragstart", (event) => { if (carried) event.preventDefault(); });

document.addEventListener("pointermove", (event) => {
  if (!carried) return;
  const [x, y] = [event.clientX - carried.x, event.clientY - carried.y];
  if (!carried.ghost && Math.hypot(x, y) < LIFTED) return;
  carried.ghost ??= lift(carried.button);
  carried.ghost.style.translate = `${x}px ${y}px`;
  const place = takes(under(event));
  carried.ghost.lastChild.textContent = place?.title ?? "";
  for (const node of within(".lit.over")) node.classList.toggle("over", node === place);
  place?.classList.add("over");
});

function lift(button) {
  hide();
  choices.remove();
  picked = new Set();
  const mine = [...about(button)];
  const word = mine.find((one) => within(".moves button").some((move) => about(move).has(one)));
  for (const one of mine) clicked.set(one, button);
  picked = new Set([word]);
  narrow();
  const ghost = document.createElement("div"), box = button.getBoundingClientRect();
  ghost.className = "flying held";
  ghost.append(...[...button.childNodes].map((node) => node.cloneNode(true)), document.createElement("small"));
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px` });
  document.body.append(ghost);
  return ghost;
}

document.addEventListener("pointerup", (event) => {
  if (!carried?.ghost) { carried = null; return; }
  const place = takes(under(event));
  isDropped = true;
  if (place) pick(place);
  else showAll();
  letGo();
});
document.addEventListener("pointercancel", () => { if (carried?.ghost) showAll(); letGo(); });

function letGo() {
  carried?.ghost?.remove();
  for (const node of within(".lit.over")) node.classList.remove("over");
  carried = null;
}

// -- sending ----------------------------------------------------------------------------------------------------------

// A page without a server answers in its own way.
const post = globalThis.answer ?? (async (sent) => (await fetch(location.href, { method: "POST", body: sent })).text());
const closeUp = globalThis.picture ?? ((face) => `${base}/face/${face}-300.png`);

async function send(form, submitter) {
  const main = document.getElementById("main");
  if (main.ariaBusy) return;
  main.ariaBusy = "true";
  const sent = new URLSearchParams(new FormData(form, submitter));
  const thinking = document.querySelector("#table .thinking");
  if (thinking) thinking.textContent = shown().dataset.thinking;
  try {
    const now = new DOMParser().parseFromString(await post(sent), "text/html");
    picked = new Set();
    const before = look();
    if (!isOlder(now)) become(main, now.querySelector("main"));
    begin(before);
    document.querySelector("#table [data-focus]")?.focus();
  } catch {
    document.getElementById("state").textContent = document.body.dataset.stopped ?? shown().dataset.stopped;
  }
  main.ariaBusy = null;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !form.closest("#table")) return;
  event.preventDefault();
  send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.detail && isDropped) return; // it belongs to a drag
  const button = event.target.closest("#table button.lit");
  if (button) {
    pick(button);
    if (!event.detail) choices.querySelector("button")?.focus(); // it was a key
  } else if (!event.target.closest("#choose")) choices.remove();
  if (event.target.closest("#table .all")) showAll();
  if (event.target.closest("#table .list summary")) {
    event.preventDefault();
    toggleList();
  }
});

document.addEventListener("input", (event) => { if (event.target.id === "said") narrow(); });

function showAll() {
  picked = new Set();
  choices.remove();
  const field = document.getElementById("said");
  if (field) field.value = "";
  narrow();
}

// -- keys -------------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !document.getElementById("table")) return;
  if (event.target.id === "said" && event.key === "Enter") {
    const left = within(".moves li:not([hidden]) button");
    if (left.length) event.preventDefault();
    if (left.length === 1) left[0].click();
    else left[0]?.focus();
    return;
  }
  if (event.key === "Escape") { hide(); letGo(); showAll(); return; }
  if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
  const press = (button) => { if (button) { event.preventDefault(); button.click(); } };
  const numbered = within(".moves button").filter(isInSight);
  if (/^[1-9]$/.test(event.key) && (numbered.length || !within(".list").length)) press(numbered[Number(event.key) - 1]);
  else if (/^[1-9m]$/.test(event.key) && within(".moves").length) toggleList();
  else if (event.key === "/") { event.preventDefault(); document.getElementById("said")?.focus(); }
  else if ((event.key === " " || event.key === "Enter") && !event.target.closest("a, button, input, summary")) press(within(".next")[0]);
  else press(within(`[data-press="${event.key.toLowerCase()}"]`)[0]);
});

// -- cards that move --------------------------------------------------------------------------------------------------

// What can be seen on the table, and where: one row for each picture of a card or of a pile.
function look() {
  choices.remove();
  return within("[data-card]").map((node) => ({
    node, card: node.dataset.card, place: node.closest("[data-place]").dataset.place,
    copies: Number(node.dataset.copies), box: node.getBoundingClientRect(),
  }));
}

const groups = (rows) => Map.groupBy(rows, (row) => `${row.place}|${row.card}`);
const total = (rows) => rows.reduce((sum, row) => sum + row.copies, 0);

// What is in `rows` and was not in `others`: the last ones of each card in each place.
function surplus(rows, others) {
  const there = groups(others);
  return [...groups(rows)].flatMap(([key, same]) => {
    const more = total(same) - total(there.get(key) ?? []);
    return more > 0 ? same.slice(-more) : [];
  });
}

// Each card that has come comes from where the same card has left, or else from a place with fewer cards face down.
function routes(before, now) {
  const [gone, come] = [surplus(before, now), surplus(now, before)];
  const take = (fits) => gone.splice(gone.findIndex(fits), gone.some(fits) ? 1 : 0)[0];
  const named = come.map((to) => [to, to.card && take((from) => from.card === to.card)]);
  return named.map(([to, from]) => {
    const isElsewhere = (one) => one.place !== to.place && (!one.card || !to.card);
    const pile = gone.find((one) => isElsewhere(one) && one.copies > 1);
    return [to, from || pile || take(isElsewhere)];
  });
}

// A new game is dealt from its largest pile.
function deal(now) {
  const [deck] = now.filter((row) => !row.card).sort((one, other) => other.copies - one.copies);
  return now.filter((row) => row !== deck && row.node.closest(".hand")).map((to) => [to, deck]);
}

async function fly(to, from, delay) {
  const card = new Image();
  Object.assign(card, { alt: "", className: "flying", src: to.node.getAttribute("src") ?? to.node.getAttribute("href") ?? "" });
  await card.decode().catch(() => {});
  const box = to.node.getBoundingClientRect();
  if (!card.naturalWidth || !box.width) return;
  Object.assign(card.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(card);
  const [x, y] = [from.x + (from.width - box.width) / 2 - box.x, from.y + (from.height - box.height) / 2 - box.y];
  const frames = [{ transform: `translate(${x}px, ${y}px) scale(${from.width / box.width})` }, { transform: "none" }];
  const timing = { duration: FLIGHT, delay, easing: "cubic-bezier(.3, .1, .2, 1)", fill: "both" };
  to.node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay });
  card.animate(frames, timing).finished.finally(() => card.remove());
}

function move(before) {
  const now = look();
  const isDealt = before.length === 0 && !within(".log li").length;
  const moved = isDealt ? deal(now) : before.length ? routes(before, now) : [];
  for (const node of within("[data-fresh]")) node.removeAttribute("data-fresh");
  if (!isDealt) for (const [to] of moved) to.node.dataset.fresh = "";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const flights = moved.filter(([to, from]) => from?.box.width && to.box.width).slice(0, MOST_FLIGHTS);
  flights.forEach(([to, from], at) => fly(to, from.box, at * BETWEEN));
}

// -- a card close up --------------------------------------------------------------------------------------------------

let pending = 0;
const lens = document.createElement("div");
const image = document.createElement("img");
Object.assign(lens, { id: "lens", ariaHidden: "true", hidden: true });
image.alt = "";
lens.append(image);
document.body.append(lens);

function show(node) {
  if (!node.isConnected) return;
  image.src = closeUp(node.dataset.face);
  lens.hidden = false;
  const [box, gap] = [node.getBoundingClientRect(), 14];
  const place = () => {
    const { width, height } = lens.getBoundingClientRect();
    const right = box.right + gap + width < innerWidth ? box.right + gap : Math.max(gap, box.left - gap - width);
    lens.style.left = `${right}px`;
    lens.style.top = `${Math.min(Math.max(gap, box.top + box.height / 2 - height / 2), innerHeight - height - gap)}px`;
  };
  image.onload = place;
  place();
}

function hide() {
  clearTimeout(pending);
  lens.hidden = true;
}

const faceOf = (node) => {
  const found = node.closest?.("#table [data-face], #table button.lit");
  const face = found?.dataset.face ? found : found?.querySelector("[data-face]");
  return face?.dataset.face ? face : null;
};

document.addEventListener("pointerover", (event) => {
  const face = faceOf(event.target);
  hide();
  if (face && !carried?.ghost && !face.closest(".mat g image:first-child")) pending = setTimeout(show, HOVER, face);
});
document.addEventListener("pointerup", hide);
document.addEventListener("focusin", (event) => {
  const face = event.target.matches("#table button.lit:focus-visible") && faceOf(event.target);
  hide();
  if (face) show(face);
});
document.addEventListener("scroll", hide, true);

// -- each time the page is written -------------------------------------------------------------------------------------

// before: what was on the table until now, if it has just changed.
function arrange(before) {
  const shown = document.getElementById("table");
  if (!shown) return;
  shown.dataset.tones?.trim().split(" ").forEach((tones, seat) => {
    for (const [at, tone] of tones.split(",").entries()) shown.style.setProperty(`--${["day", "night"][at]}-${seat}`, tone);
  });
  for (const pile of within(".pile [data-copies]")) pile.closest("li").style.setProperty("--cards", pile.dataset.copies);
  if (shown.dataset.at !== shownAt) {
    picked = new Set();
    const field = document.getElementById("said");
    if (field && !within(".said p").length) field.value = "";
  }
  if (before && shown.dataset.at !== shownAt) {
    hide();
    move(before);
  }
  shownAt = shown.dataset.at;
  narrow();
  const box = document.querySelector('#table [name="stepwise"]');
  if (box && !box.dataset.begun) {
    box.dataset.begun = "yes";
    box.checked = kept("stepwise") === "yes";
    box.addEventListener("change", () => { sessionStorage.setItem("stepwise", box.checked ? "yes" : "no"); goOn(); });
  }
  goOn();
}

let waiting = 0;
function goOn() {
  clearTimeout(waiting);
  const next = document.querySelector("#table .next");
  document.body.toggleAttribute("data-auto", kept("stepwise") !== "yes");
  if (next && kept("stepwise") !== "yes") waiting = setTimeout(() => next.isConnected && next.click(), PAUSE);
}

arrange();
