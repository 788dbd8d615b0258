// The table of a game. Without this script every move can still be made with its button; with it, cards and places on the
// table narrow the moves down, keys work, and the bots can go on by themselves.
"use strict";

const PAUSE = 700; // milliseconds between two moves of bots
let picked = new Set(); // the numbers of the words that were clicked on the table
let shownAt = ""; // the state of the table for which they were

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

function narrow() {
  const left = [];
  for (const button of within(".moves button")) {
    button.parentElement.hidden = !fits(button);
    button.querySelector("kbd")?.remove();
    if (!button.parentElement.hidden && left.push(button) < 10) button.prepend(key(left.length), " ");
  }
  const open = new Set(left.flatMap((button) => [...about(button)]));
  for (const button of within("button.lit")) {
    const isPicked = [...about(button)].some((one) => picked.has(one));
    button.setAttribute("aria-pressed", String(isPicked));
    button.classList.toggle("out", !isPicked && ![...about(button)].some((one) => open.has(one)));
  }
  const told = document.querySelector("#table .narrowed");
  if (told) {
    const all = within(".moves button").length;
    told.hidden = left.length === all;
    const count = `${left.length} of ${all} moves`;
    if (told.firstElementChild.textContent !== count) told.firstElementChild.textContent = count;
  }
  return left;
}

function key(number) {
  const shown = document.createElement("kbd");
  shown.textContent = String(number);
  return shown;
}

// A second click takes a word back; a word that fits with none of the others begins anew.
function pick(button) {
  const mine = [...about(button)];
  const had = mine.filter((one) => picked.has(one));
  if (had.length) {
    had.forEach((one) => picked.delete(one));
    narrow();
    return;
  }
  const before = picked;
  const moves = within(".moves button");
  const word = mine.find((one) => moves.some((move) => [...before, one].every((each) => about(move).has(each))));
  picked = word ? new Set([...before, word]) : new Set(mine.slice(0, 1));
  const left = narrow();
  if (left.length === 1) left[0].click();
}

// -- sending ----------------------------------------------------------------------------------------------------------

async function send(form, submitter) {
  const main = document.getElementById("main");
  if (main.ariaBusy) return;
  main.ariaBusy = "true";
  const sent = new URLSearchParams(new FormData(form, submitter));
  const thinking = document.querySelector("#table .thinking");
  if (thinking) thinking.textContent = "Thinking…";
  try {
    const answer = await fetch(location.href, { method: "POST", body: sent });
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    picked = new Set();
    if (!isOlder(now)) become(main, now.querySelector("main"));
    begin();
    document.querySelector("#table [data-focus]")?.focus();
  } catch {
    document.getElementById("state").textContent = "Proofdeck has stopped. What was played is kept.";
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
  const button = event.target.closest("#table button.lit");
  if (button) pick(button);
  if (event.target.closest("#table .all")) showAll();
});

document.addEventListener("input", (event) => { if (event.target.id === "said") narrow(); });

function showAll() {
  picked = new Set();
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
  if (event.key === "Escape") { showAll(); return; }
  if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
  const press = (button) => { if (button) { event.preventDefault(); button.click(); } };
  if (/^[1-9]$/.test(event.key)) press(within(".moves li:not([hidden]) button")[Number(event.key) - 1]);
  else if (event.key === "/") { event.preventDefault(); document.getElementById("said")?.focus(); }
  else if ((event.key === " " || event.key === "Enter") && !event.target.closest("a, button, input, summary")) press(within(".next")[0]);
  else press(within(`[data-press="${event.key.toLowerCase()}"]`)[0]);
});

// -- each time the page is written -------------------------------------------------------------------------------------

function arrange() {
  const shown = document.getElementById("table");
  if (!shown) return;
  if (shown.dataset.at !== shownAt) {
    picked = new Set();
    const field = document.getElementById("said");
    if (field && !within(".said p").length) field.value = "";
  }
  shownAt = shown.dataset.at;
  narrow();
  const box = document.querySelector('#table [name="stepwise"]');
  if (box && !box.dataset.begun) {
    box.dataset.begun = "yes";
    box.checked = kept("stepwise") !== "no";
    box.addEventListener("change", () => { sessionStorage.setItem("stepwise", box.checked ? "yes" : "no"); goOn(); });
  }
  goOn();
}

let waiting = 0;
function goOn() {
  clearTimeout(waiting);
  const next = document.querySelector("#table .next");
  if (next && kept("stepwise") === "no") waiting = setTimeout(() => next.isConnected && next.click(), PAUSE);
}

arrange();
