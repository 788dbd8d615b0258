// The page of one seat, on a device of its own: it follows what others do.
"use strict";

function begin(before) {
  globalThis.arrange?.(before);
}

(() => {
  async function follow() {
    if (document.querySelector("main").ariaBusy || document.querySelector(".ghost")) { setTimeout(follow, 200); return; }
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!answer) return;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (document.querySelector("main").ariaBusy || isOlder(now)) return;
    const before = document.getElementById("table") ? globalThis.look?.() : undefined;
    become(document.querySelector("main"), now.querySelector("main"));
    begin(before);
    document.getElementById("state").textContent = "";
  }

  const events = new EventSource(`${base}/events`);
  events.addEventListener("changed", follow);
  events.onopen = follow;
  events.onerror = () => { document.getElementById("state").textContent = document.body.dataset.stopped; };
})();
