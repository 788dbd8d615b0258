// The page around a table that a Worker writes: its parts, its cover, and the games that are kept in this browser.

const held = JSON.parse(document.getElementById("faces").textContent);

const decoded = (words) => Uint8Array.from(atob(words), (letter) => letter.charCodeAt(0));
const unzipped = async (data) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

// A part of the program: in this file, or beside it.
async function part(name) {
  const here = document.querySelector(`[data-part="${name}"]`);
  const data = here ? decoded(here.textContent) : new Uint8Array(await (await fetch(`parts/${name}`)).arrayBuffer());
  here?.remove();
  return unzipped(data);
}

const faces = Object.fromEntries(Object.entries(held).map(([face, address]) => [face, address.startsWith("data:")
  ? URL.createObjectURL(new Blob([decoded(address.slice(address.indexOf(",") + 1))], { type: "image/webp" }))
  : new URL(address, location.href).href]));
globalThis.picture = (face) => faces[face];
for (const image of document.querySelectorAll("[data-fan]")) image.src = faces[image.dataset.fan];

// -- the worker -------------------------------------------------------------------------------------------------------

let worker;
const pages = new Map();
let asked = 0;

function ask(message, moved = []) {
  return new Promise((resolve, reject) => {
    pages.set(++asked, { resolve, reject });
    worker.postMessage({ ...message, number: asked }, moved);
  });
}

function hear({ data }) {
  if (data.step) {
    tell(data.step);
    return;
  }
  const { resolve, reject } = pages.get(data.number);
  pages.delete(data.number);
  if (data.failed !== undefined) reject(new Error(data.failed));
  else {
    for (const [name, text] of Object.entries(data.records ?? {})) keep(name, text);
    resolve(data.page);
  }
}

// Both in one script: in a file on the disk, the engine of Safari imports no module.
async function hire() {
  const scripts = [await part("pyodide.js"), document.getElementById("worker").textContent];
  worker = new Worker(URL.createObjectURL(new Blob(scripts, { type: "text/javascript" })));
  worker.onmessage = hear;
  worker.onerror = (event) => {
    for (const { reject } of pages.values()) reject(new Error(event.message));
  };
}

globalThis.answer = (sent) => ask({ sent: JSON.stringify(Object.fromEntries(sent)) });

// -- what is kept in this browser -------------------------------------------------------------------------------------

const records = new Map(); // the text of each file, by its name
const done = (asked) => new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});

const opened = (async () => {
  const asked = indexedDB.open(`proofdeck:${document.body.dataset.game}:${document.body.dataset.edition}`);
  asked.onupgradeneeded = () => asked.result.createObjectStore("records");
  return done(asked);
})();
const store = async (mode) => (await opened).transaction("records", mode).objectStore("records");

async function keep(name, text) {
  records.set(name, text);
  try {
    await done((await store("readwrite")).put(text, name));
  } catch {
    document.getElementById("unkept").hidden = false;
  }
}

async function keptRecords() {
  try {
    const [names, texts] = await Promise.all([done((await store()).getAllKeys()), done((await store()).getAll())]);
    names.forEach((name, at) => records.set(name, texts[at]));
  } catch { /* a browser that keeps nothing still plays */ }
  return Object.fromEntries(records);
}

function save(name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([records.get(name)], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
}

const MOST_READ = 20_000_000; // more than is taken up, so a longer file is refused

// A file that was saved on a page like this one.
document.addEventListener("change", async (event) => {
  const file = event.target.matches("[data-load]") && event.target.files[0];
  if (file) turnWhen(file.slice(0, MOST_READ).text().then((text) => ask({ load: { name: file.name, text } })));
});

// -- the cover --------------------------------------------------------------------------------------------------------

const STEPS = { unpacking: [30, 1], starting: [85, 9], setting: [97, 2] }; // per cent at its end, and seconds that it takes

// What is being done, and a bar that goes on while it is.
function tell(step) {
  const [ready, bar] = ["ready", "bar"].map((id) => document.getElementById(id));
  if (!ready) return;
  bar.hidden = !step;
  ready.textContent = step ? ready.dataset[step] : "";
  if (!step) return;
  const [share, seconds] = STEPS[step];
  bar.ariaValueNow = String(share);
  Object.assign(bar.firstElementChild.style, { transitionDuration: `${seconds}s`, width: `${share}%` });
}

async function prepare() {
  tell("unpacking");
  const names = ["pyodide.asm.wasm", "python_stdlib.zip", "program", "game"];
  const [, ...data] = await Promise.all([hire(), ...names.map(part)]);
  const parts = Object.fromEntries(names.map((name, at) => [name, data[at]]));
  return ask({ parts, faces, kept: await keptRecords() }, data.map((one) => one.buffer));
}

const prepared = prepare();
prepared.then(() => tell(), (error) => {
  console.error(error);
  const ready = document.getElementById("ready");
  document.getElementById("bar").hidden = true;
  ready.textContent = ready.dataset.cannot.replace("*", () => error.message || String(error));
});

function begin(before) {
  globalThis.arrange?.(before);
}

async function turnTo(view) {
  if (await prepared.then(() => true, () => false)) turnWhen(ask({ view }));
}

// What has failed is told, instead of a page that does nothing.
async function turnWhen(coming) {
  try {
    turn(await coming);
  } catch (error) {
    console.error(error);
    document.getElementById("state").textContent = document.body.dataset.stopped;
  }
}

function turn(page) {
  const now = new DOMParser().parseFromString(page, "text/html");
  become(document.querySelector("main"), now.querySelector("main"));
  begin();
  document.querySelector("#table [data-focus]")?.focus();
}

// -- the book, and what is in the file --------------------------------------------------------------------------------

let book;
async function openRules(clause) {
  book ??= URL.createObjectURL(new Blob([await part("book")], { type: "text/html" }));
  document.querySelector("#rules iframe").src = `${book}${clause}`;
  document.getElementById("rules").showModal();
}

document.querySelector("[data-open=rules]").hidden = !document.body.dataset.book;
document.addEventListener("click", (event) => {
  const clause = event.target.closest("a.clause");
  if (clause) { event.preventDefault(); openRules(clause.getAttribute("href")); }
  const opens = event.target.closest("[data-open]")?.dataset.open;
  if (opens === "play" || opens === "score") turnTo(opens);
  if (opens === "rules") openRules("");
  if (opens === "about") document.getElementById("about").showModal();
  const saved = event.target.closest("[data-save]");
  if (saved) save(saved.dataset.save);
});
