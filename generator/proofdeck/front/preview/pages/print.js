// The panel that makes PDFs and exports. Without this script, the button leads to a page with the same form.
"use strict";

const LOOK_AGAIN = 300; // milliseconds between two looks at what is being made
const printing = document.getElementById("printing");

// The game and the card of this page, from its address.
function where() {
  const [, game, view, card] = location.pathname.match(/\/g\/([^/]+)\/([^/]+)(?:\/([^/]+))?/) ?? [];
  return { game, view, card: view === "card" ? card : undefined };
}

const printPage = () => document.getElementById("print").href;

async function openPanel() {
  const { card } = where();
  if (!printing.matches(":popover-open")) printing.showPopover();
  printing.focus(); // keys belong to the panel from now on, also while it is fetched
  const now = await panelAt(`${printPage()}${card ? `?card=${card}` : ""}`);
  if (!now) return;
  printing.replaceChildren(now);
  offerFound();
  const shut = document.createElement("button");
  shut.type = "button";
  shut.className = "shut bare";
  shut.setAttribute("aria-label", "Close");
  shut.textContent = "×";
  shut.onclick = () => printing.hidePopover();
  now.append(shut);
  now.querySelector("[name=what]:checked")?.focus();
  watchMaking();
}

async function panelAt(address, sent) {
  try {
    const answer = await fetch(address, { cache: "no-store", ...(sent ? { method: "POST", body: sent } : {}) });
    return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".printing");
  } catch { return null; }
}

// On a page of cards of which some are hidden, those that are left can be printed alone.
function offerFound() {
  const all = [...document.querySelectorAll("#main ul.cards > [data-words]")];
  const found = all.filter((item) => !item.hidden);
  if (!found.length || found.length === all.length) return;
  const some = printing.querySelector(".some");
  const [words, count] = some.querySelectorAll("span");
  words.textContent = found.length === 1 ? "The card that is found" : "The cards that are found";
  count.textContent = `${found.length} ${found.length === 1 ? "design" : "designs"}`;
  some.hidden = false;
  some.querySelector("input").checked = true;
  printing.querySelector("[name=cards]").value = found.map((item) => item.dataset.key).join("\n");
}

function show(now) {
  if (!now) return;
  const [old, notice] = [printing.querySelector(".printing"), now.querySelector(":scope > .notice")];
  old.querySelector(":scope > .notice")?.remove();
  if (notice) old.querySelector("h2").after(notice);
  become(old.querySelector("#making"), now.querySelector("#making"));
}

let watching = false;

async function watchMaking() {
  if (watching) return;
  watching = true;
  while (printing.matches(":popover-open") && printing.querySelector("#making[data-busy]")) {
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    const now = await panelAt(printPage());
    show(now);
    if (now && !now.querySelector("#making[data-busy]")) printing.querySelector("#making .main")?.focus();
  }
  watching = false;
}

printing.addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = new URLSearchParams(new FormData(event.target, event.submitter));
  show(await panelAt(printing.querySelector(".printing").dataset.act, sent));
  printing.querySelector("#making").scrollIntoView({ block: "nearest" });
  watchMaking();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#print, [data-print]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || where().view === "print") return;
  event.preventDefault();
  if (printing.matches(":popover-open")) printing.hidePopover();
  else openPanel();
});

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  if (where().view !== "print") openPanel();
});
