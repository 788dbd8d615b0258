// What is shown where there is nothing to show: a search without a hit, a picture that does not come, a program that has stopped.
"use strict";

const copyOf = (name) => document.getElementById(`still-${name}`).content.firstElementChild.cloneNode(true);

// Below a list of cards of which none is left. now: what is chosen.
function nothing(list, now) {
  const all = [...list.querySelectorAll(":scope > [data-words]")];
  const words = now.find ? `No card here has “${now.find}”.`
    : now.only === "changed" ? "No card has changed since the page was opened."
    : now.only === "problem" ? "No card has a problem." : "No card is of this kind.";
  noHit(list, all, words, showAllCards);
}

// Behind a list or a table. all: its items; showAll: shows them again.
function noHit(list, all, words, showAll) {
  const isEmpty = all.length > 0 && all.every((item) => item.hidden);
  const old = list.parentElement.querySelector(":scope > .still");
  if (!isEmpty) { old?.remove(); return; }
  const shown = old ?? copyOf("search");
  shown.dataset.added = ""; // the page around it stays as it is when it is renewed
  const told = shown.querySelector("p");
  if (told.textContent !== words) told.textContent = words;
  shown.querySelector("button").onclick = showAll;
  if (!old) list.after(shown);
}

function showAllCards() {
  for (const name of ["find", "kind", "only"]) {
    for (const control of controls(name)) {
      if (isTicked(control)) control.checked = control.value === "";
      else control.value = "";
    }
    sessionStorage.setItem(name, "");
  }
  dress();
  controls("find")[0]?.focus();
}

// -- pictures that do not come ------------------------------------------------------------------------------------------

const isOfCards = (node) => node.matches?.("img.face, ul.sheets img");

document.addEventListener("error", (event) => {
  const image = event.target;
  if (!isOfCards(image) || image.classList.contains("lost")) return;
  const shown = copyOf("lost");
  const isInLink = image.closest("a");
  if (isInLink) shown.querySelector(".do").remove();
  else shown.querySelector("button").onclick = () => { image.src = image.src; };
  image.classList.add("lost");
  image.after(shown);
}, true);

document.addEventListener("load", (event) => {
  const image = event.target;
  if (!isOfCards(image) || !image.classList.contains("lost")) return;
  image.classList.remove("lost");
  if (image.nextElementSibling?.matches(".still")) image.nextElementSibling.remove();
}, true);

// -- a program that has stopped -----------------------------------------------------------------------------------------

function showStopped() {
  const state = document.getElementById("state");
  if (state.querySelector(".still")) return;
  const shown = copyOf("stopped");
  const button = shown.querySelector("button");
  button.onclick = async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  };
  state.replaceChildren(shown);
}
