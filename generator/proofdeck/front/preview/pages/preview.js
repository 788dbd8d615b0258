// Without this script the page still shows everything; with it, the page updates with each save and can filter and zoom.
"use strict";

const settings = ["find", "kind", "only", "side", "zoom", "seen", "lines", "hand", "calibrate"];
const LIFE = 3.78; // CSS px per millimetre, until calibrated with a bank card

const controls = (name) => [...document.querySelectorAll(`.tools [name="${name}"]`)];
const isTicked = (node) => node.type === "radio" || node.type === "checkbox";

// What is chosen; undefined if there is no such control here.
function value(name) {
  const found = controls(name);
  return found.length && isTicked(found[0]) ? found.find((one) => one.checked)?.value ?? "" : found[0]?.value;
}

function choose(node, chosen) {
  if (isTicked(node)) node.checked = node.value === chosen;
  else node.value = chosen;
}

// -- how cards are shown ----------------------------------------------------------------------------------------------

function chosen() {
  return Object.fromEntries(settings.map((name) => [name, value(name) ?? kept(name)]));
}

function dress() {
  const now = chosen();
  const mm = Number(now.calibrate || 324) / 85.6;
  const root = document.documentElement;
  const list = document.querySelector("ul.cards");
  const isFree = list && !now.hand && ["zoom", "calibrate"].every((name) => sessionStorage.getItem(name) === null);
  const zoom = isFree ? filling(list) : Number(now.zoom || 100) / 100;
  for (const slider of controls("zoom")) if (isFree) choose(slider, String(Math.round(zoom * 10) * 10));
  root.style.setProperty("--mm", String(now.calibrate ? mm : LIFE));
  root.style.setProperty("--zoom", String(zoom));
  root.dataset.seen = now.seen;
  if (list) {
    list.dataset.side = now.side;
    list.dataset.hand = now.hand;
    sift(list, now);
    if (now.hand) fan(list);
    else for (const item of list.children) item.style.transform = "";
  }
  for (const image of document.querySelectorAll("img.face")) size(image, now);
}

// Until somebody chooses a size: about life size, and so that the cards fill each row; two of them on a telephone.
function filling(list) {
  const widths = [...list.querySelectorAll(".front img.face")].map((image) => Number(image.dataset.width));
  const often = (one) => widths.filter((width) => width === one).length;
  const usual = LIFE * widths.reduce((best, one) => (often(one) > often(best) ? one : best), widths[0] ?? 63);
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  const room = list.clientWidth + gap;
  const count = Math.max(2, Math.round(room / (usual + gap)));
  return Math.min(1.6, Math.max(0.4, (Math.floor(room / count) - gap - 1) / usual));
}

function size(image, now) {
  const root = getComputedStyle(document.documentElement);
  const large = image.closest(".board") ? 1.8 : image.closest(".strip") ? 0.4 : image.closest(".large") ? 1.4 : Number(root.getPropertyValue("--zoom"));
  const isTrimmed = !now.lines || image.closest(".board, .strip");
  const beyond = isTrimmed ? 0 : Number(image.dataset.bleed);
  const widest = image.closest("ul.cards")?.clientWidth || Infinity;
  const mm = Math.min(Number(root.getPropertyValue("--mm")) * large, widest / (Number(image.dataset.width) + 2 * beyond));
  const width = (Number(image.dataset.width) + 2 * beyond) * mm;
  const height = (Number(image.dataset.height) + 2 * beyond) * mm;
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  const corner = image.dataset.corner ? `${Number(image.dataset.corner) * mm}px` : "";
  image.style.borderRadius = isTrimmed ? corner : "0";
  const needed = 25.4 * mm * (window.devicePixelRatio || 1);
  const dpi = [96, 144, 200, 300, 450, 600].find((step) => step >= needed - 1) ?? 600;
  const way = `${dpi}${isTrimmed ? "" : "-bleed"}${["low", "grey"].includes(now.seen) ? `-${now.seen}` : ""}`;
  const source = `${base}/face/${image.dataset.face}-${way}.png`;
  if (image.getAttribute("src") !== source) image.setAttribute("src", source);
  lines(image, beyond * mm, 3 * mm);
}

function lines(image, beyond, safe) {
  const side = image.closest(".side");
  if (!side) return;
  for (const [name, inset] of [["trim", beyond], ["safe", beyond + safe]]) {
    let line = side.querySelector(`.${name}`);
    if (!beyond) { line?.remove(); continue; }
    if (!line) { line = document.createElement("span"); line.className = name; side.append(line); }
    line.style.inset = `${inset}px`;
  }
}

function sift(list, now) {
  for (const item of list.children) {
    const words = item.dataset.words ?? "";
    item.hidden = Boolean(
      (now.find && !words.includes(now.find.toLowerCase())) ||
      (now.kind && item.dataset.kind !== now.kind) ||
      (now.only === "changed" && !item.dataset.changed) ||
      (now.only === "problem" && !item.dataset.problem)
    );
  }
  nothing(list, now);
}

function fan(list) {
  const hand = [...list.children].filter((item) => !item.hidden);
  hand.forEach((item, at) => {
    item.hidden = at >= 7;
    const count = Math.min(7, hand.length);
    item.style.transform = `translateX(-50%) rotate(${(at - (count - 1) / 2) * 8}deg)`;
  });
}

// -- following each save ----------------------------------------------------------------------------------------------

async function refresh() {
  const [begun, address] = [globalThis.sent?.begun, location.href];
  if (globalThis.sent?.ended !== begun) return; // whoever sends something asks again after the answer
  const text = await fetchPage(address);
  if (text === null || globalThis.sent?.begun !== begun || location.href !== address) return;
  showPage(text);
}

function showPage(text) {
  const now = new DOMParser().parseFromString(text, "text/html");
  if (isOlder(now) || document.querySelector("main[aria-busy], .editor")) return;
  const before = globalThis.look?.();
  become(document.querySelector("header"), now.querySelector("header"));
  become(document.querySelector("main"), now.querySelector("main"));
  Object.assign(document.body.dataset, { number: now.body.dataset.number, news: now.body.dataset.news });
  begin(before);
}

// A form whose answer is this page again, so that nothing else of it is loaded anew.
function sendForm(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const seen = button?.matches(".look") ? showLook(button) : null;
  const next = () => Promise.resolve(seen).then(() => sendNow(form, body));
  sending = sending.then(next, next);
}

let sending = Promise.resolve(); // one form after the other, so that each knows what the last one has written

async function sendNow(form, body) {
  const main = document.getElementById("main");
  if (form.elements.was) body.set("was", form.elements.was.value);
  main.ariaBusy = "true";
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  main.ariaBusy = null;
  if (!answer) return;
  const text = await answer.text();
  if (document.querySelector("ul.cards")) showPage(text);
  else {
    await refresh();
    tellBelow(answer.ok ? "" : alertIn(text));
  }
  if (document.activeElement === document.body) document.querySelector(".steps button")?.focus();
}

const alertIn = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]:not(:empty)")?.textContent ?? "";

function tellBelow(words) {
  const place = document.getElementById("dropped");
  place.textContent = words;
  place.className = words ? "notice" : "";
}

// Returns why a form was not obeyed, or "".
async function postForm(address, body) {
  const answer = await fetch(address, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (!answer) return "Proofdeck has stopped, so nothing was written.";
  return answer.type === "opaqueredirect" ? "" : alertIn(await answer.text()) || "The page is out of date. Load it again.";
}

// The faces on the screen in a look, fetched while somebody is still aiming at it, so that a click shows them at once.
function inLook(button) {
  const row = button.querySelector("img").src;
  return [...document.querySelectorAll("ul.cards > li")].filter((item) => {
    const { top, bottom, width } = item.getBoundingClientRect();
    return width && bottom > 0 && top < innerHeight;
  }).map((item) => [item.querySelector(".front img"), row.replace(/[^/]*\.png/, `${encodeURIComponent(item.dataset.key)}.png`)]);
}

function aim(event) {
  const look = event.target.closest?.(".look");
  if (look && !look.dataset.aimed) for (const [, source] of inLook(look)) new Image().src = source;
  if (look) look.dataset.aimed = "yes";
}

const LONGEST_WAIT = 3000; // milliseconds until a look is written, whether or not its faces are on the screen

// The faces come first: once the program writes the look, it reads all cards again before it paints one.
function showLook(button) {
  document.getElementById("main").ariaBusy = "true";
  const faces = inLook(button).map(([image, source]) => { image.src = source; return image.decode().catch(() => null); });
  return Promise.race([Promise.all(faces), new Promise((done) => setTimeout(done, LONGEST_WAIT))]);
}

// While nobody does anything on a page with looks, one face after the other is fetched in each of them.
async function fetchLooks() {
  for (const look of document.querySelectorAll(".looks[open] .look")) {
    for (const [, source] of look.dataset.aimed ? [] : inLook(look)) {
      if (document.querySelector("main[aria-busy]")) return;
      const face = Object.assign(new Image(), { fetchPriority: "low", src: source });
      await face.decode().catch(() => null);
    }
    look.dataset.aimed = "yes";
  }
}

// Null if the program has stopped or is restarting: the next event asks again.
async function fetchPage(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? await answer.text() : null;
  } catch { return null; }
}

// -- the book opens at a clause and keeps its scroll position ------------------------------------------------------------------

function book() {
  const frame = document.querySelector("iframe.book");
  if (!frame || frame.dataset.number === document.body.dataset.number) return;
  frame.dataset.number = document.body.dataset.number;
  const at = frame.contentWindow?.scrollY ?? 0;
  const clause = frame.src ? "" : location.hash;
  frame.addEventListener("load", () => {
    if (!clause) frame.contentWindow.scrollTo(0, at);
    const word = document.getElementById("setting");
    if (word) word.textContent = "";
  }, { once: true });
  frame.src = `${frame.dataset.book}?v=${document.body.dataset.number}${clause}`;
}

function begin(before) {
  for (const name of settings) {
    for (const found of controls(name).filter((one) => !one.dataset.begun)) {
      found.dataset.begun = "yes";
      if (sessionStorage.getItem(name) !== null) choose(found, kept(name));
      found.addEventListener("input", () => { sessionStorage.setItem(name, value(name)); dress(); });
    }
  }
  for (const slider of document.querySelectorAll(".slider")) {
    const slide = () => {
      slider.parentNode.style.setProperty("--at", `${slider.value}%`);
    };
    slider.oninput = slide;
    slide();
  }
  for (const button of document.querySelectorAll(".copy")) {
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    };
  }
  for (const node of document.querySelectorAll("[data-now]")) {
    if (node.type === "radio") node.checked = node.value === node.dataset.now;
    else node.value = node.dataset.now;
  }
  dress();
  book();
  globalThis.arrange?.(before);
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[role=search], [data-quick]")) return;
  event.preventDefault();
  if (event.submitter) sendForm(event.target, event.submitter);
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-now]")) sendForm(event.target.form, null);
});
document.addEventListener("pointerover", aim);
document.addEventListener("focusin", aim);
window.addEventListener("load", () => setTimeout(fetchLooks, 300));
window.addEventListener("resize", dress);
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input[type=search], select, textarea")) return;
  if (event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase() === "z" && event.shiftKey ? "y" : event.key.toLowerCase();
    const step = document.querySelector(`.steps [data-key="${CSS.escape(key)}"]`);
    if (step) { event.preventDefault(); step.click(); }
    return;
  }
  if (event.target.closest("input")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`a[rel="${rel}"]`);
  if (link) link.click();
});

begin();
const events = new EventSource(`${base}/events?from=${document.body.dataset.number}-${document.body.dataset.news}`);
events.addEventListener("changed", refresh);
events.onerror = showStopped;
events.onopen = () => { if (document.getElementById("state").textContent.startsWith("Proofdeck has stopped")) refresh(); };
