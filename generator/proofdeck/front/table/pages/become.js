// Changes a page in place into a newer one, and remembers what people have chosen on it.
"use strict";

const base = document.body.dataset.base;
const kept = (name) => sessionStorage.getItem(name) ?? "";

const OURS = new Set(["style", "open", "data-fresh", "data-dropping"]); // attributes that the server does not write or people change

// Children with the same key stay the same nodes, so that unchanged pictures are not loaded again.
function become(old, now) {
  if (old.dataset?.ours !== undefined) return; // written by a script of the page
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !OURS.has(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) {
    if (old.matches?.("img.face") && (name === "src" || name === "width" || name === "height")) continue;
    if (old.matches?.("input:not([type=hidden]), select") && name === "value") continue;
    if (OURS.has(name)) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const keyed = new Map([...old.children].filter((child) => child.dataset.key).map((child) => [child.dataset.key, child]));
  const kids = [...now.childNodes];
  const olds = [...old.childNodes].filter((child) => child.dataset?.added === undefined); // what a script has put between them
  const same = kids.length === olds.length &&
    kids.every((kid, at) => kid.nodeName === olds[at].nodeName && kid.dataset?.key === olds[at].dataset?.key);
  if (same) {
    kids.forEach((kid, at) => {
      const there = olds[at];
      if (kid.nodeType === Node.TEXT_NODE) { if (there.data !== kid.data) there.data = kid.data; } else if (kid.nodeType === Node.ELEMENT_NODE) become(there, kid);
    });
    return;
  }
  const focused = document.activeElement;
  old.replaceChildren(...kids.map((kid) => {
    const there = kid.dataset?.key && keyed.get(kid.dataset.key);
    if (!there) return kid;
    become(there, kid);
    return there;
  }));
  if (focused !== document.activeElement && old.contains(focused)) focused.focus({ preventScroll: true });
}

// Of two answers, the first may arrive last.
function isOlder(now) {
  const [theirs, ours] = [now, document].map((page) => [
    page.body.dataset.number, page.body.dataset.news, page.querySelector("[data-at]")?.dataset.at,
  ].map(Number));
  return theirs.some((mark, place) => mark < ours[place]);
}
