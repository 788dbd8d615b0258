// Icons and pictures, chosen by how they look, on whichever page they are wanted.
"use strict";

{ // names of its own, beside those of the other scripts

globalThis.PICTURES = ".png,.jpg,.jpeg,.webp,.avif,.svg,.gif,.bmp,.tif,.tiff";
globalThis.inBase64 = (file) => new Promise((done) => {
  const reader = new FileReader();
  reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
  reader.onerror = () => done("");
  reader.readAsDataURL(file);
});

const MOST_OFFERED = 120;
const gameHere = document.body.dataset.game;

let icons = null;
globalThis.iconNames = () => {
  icons ??= fetch(`${base}/icons/${gameHere}.json`).then((answer) => answer.json(), () => []);
  return icons;
};

// A sheet with a search. take: gets the name that was chosen; close: takes the sheet away.
globalThis.picker = (kind, names, take, close) => {
  const sheet = document.createElement("div");
  sheet.className = "offer picker panel";
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-label", kind === "icon" ? "Choose an icon" : "Choose a picture");
  sheet.innerHTML = `<input type="search" autocomplete="off" placeholder="Find by name" aria-label="Find by name"><div class="found"></div><p class="quiet" role="status"></p>`;
  const [field, grid, told] = sheet.children;
  const show = () => {
    const words = field.value.trim().toLowerCase().split(/\s+/);
    const found = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
    grid.replaceChildren(...found.slice(0, MOST_OFFERED).map((name) => {
      const one = document.createElement("button");
      one.type = "button";
      one.className = "bare";
      one.title = name;
      if (kind === "icon") one.innerHTML = `<img loading="lazy" alt="" src="${base}/sample/${gameHere}/icon/${encodeURIComponent(name)}.png">`;
      one.append(Object.assign(document.createElement("span"), { textContent: name.split("/").pop() }));
      one.onclick = () => take(name);
      return one;
    }));
    const more = found.length - MOST_OFFERED;
    told.textContent = found.length ? (more > 0 ? `and ${more} more; type a part of the name` : "") : `Nothing is called ${field.value.trim() || "anything yet"}.`;
  };
  field.oninput = show;
  sheet.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); } });
  show();
  return sheet;
};

// -- the icon of a kind, in a form of the cards page -------------------------------------------------------------------

let shut = null; // takes the open sheet away

async function pickFor(button) {
  const form = button.form;
  const isOpen = form.querySelector(".picker");
  const main = document.getElementById("main");
  const close = () => {
    for (const sheet of document.querySelectorAll("form .picker")) sheet.remove();
    main.ariaBusy = shut = null;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  };
  if (document.querySelector("form .picker")) close();
  if (isOpen) return refresh();
  const names = await globalThis.iconNames();
  const take = (name) => { close(); form.elements.text.value = name; sendForm(form, null); };
  const sheet = globalThis.picker("icon", names, take, shut = () => { close(); refresh(); });
  form.append(sheet);
  button.setAttribute("aria-expanded", "true");
  main.ariaBusy = "true"; // the page stays as it is until an icon is chosen
  sheet.querySelector("input").focus();
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") shut?.(); });
document.addEventListener("click", (event) => {
  const asked = event.target.closest("form[data-quick] [data-pick]");
  if (asked) pickFor(asked);
});

// -- the picture of a card, dropped on its face or chosen ---------------------------------------------------------------

const whose = (node) => node.closest?.("ul.cards > li[data-words], .large[data-key]");
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

function mark(item) {
  for (const one of document.querySelectorAll("[data-dropping]")) if (one !== item) delete one.dataset.dropping;
  if (item) item.dataset.dropping = "yes";
}

async function give(card, file) {
  if (!file) return;
  tellBelow(`${file.name} is being put into the project…`);
  const body = new URLSearchParams({ do: "picture", card, name: file.name, data: await globalThis.inBase64(file) });
  const why = await postForm(`${base}/g/${gameHere}/spreadsheet`, body);
  await refresh();
  tellBelow(why);
}

// A file that is dropped beside a card must not take the place of the page.
document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const item = whose(event.target);
  event.dataTransfer.dropEffect = item ? "copy" : "none";
  mark(item);
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(null); });
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(null);
  const item = whose(event.target);
  if (item) give(item.dataset.key, event.dataTransfer.files[0]);
});
document.addEventListener("change", (event) => {
  const { target } = event;
  if (!target.matches("[data-picture-of]")) return;
  give(target.dataset.pictureOf, target.files[0]).then(() => { target.value = ""; });
});

}
