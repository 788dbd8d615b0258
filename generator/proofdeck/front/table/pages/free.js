// A table without rules: pieces are chosen and dragged, with a mouse, a finger or keys; each act is a form that is sent.
"use strict";

(() => {
  const APART = 6; // pixels that a pointer moves before it drags
  const HOLD = 450; // milliseconds after which a whole pile is dragged, and not its topmost piece
  const STEP = 10; // mm that an arrow key moves a pile
  const IDLE = 500; // milliseconds after the last arrow key, until the move is made

  const table = () => document.querySelector("#table [data-free]");
  const area = () => document.querySelector("#table .area");
  const acting = () => document.getElementById("acting");
  const things = () => [...document.querySelectorAll("#table [data-ref]")];
  const many = () => Math.max(1, Number(document.querySelector('#table [name="many"]')?.value) || 1);
  let chosen = []; // how forms name what is chosen

  // One act after the other: what is asked for while the page waits is done as soon as it knows the table.
  function act(facts) {
    const form = acting();
    if (!form) return;
    if (document.querySelector("main").ariaBusy) { setTimeout(act, 30, facts); return; }
    for (const name of ["do", "what", "count", "to", "x", "y", "way", "said"]) form.elements[name].value = facts[name] ?? "";
    form.requestSubmit();
  }

  // -- choosing ---------------------------------------------------------------------------------------------------

  function choose(ref, isMore) {
    const had = chosen.includes(ref);
    chosen = isMore ? (had ? chosen.filter((one) => one !== ref) : [...chosen, ref]) : had && chosen.length === 1 ? [] : [ref];
    show();
  }

  // Only what differs is set, so that watching it comes to an end.
  function set(node, name, value) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }

  // A page may not bring styles of its own, so where things lie is set here.
  function dress() {
    for (const node of document.querySelectorAll("#table [data-look]")) {
      if (node.dressed !== node.dataset.look) node.style.cssText = node.dressed = node.dataset.look;
    }
  }

  function show() {
    if (!table()) return;
    dress();
    const there = new Map(things().map((node) => [node.dataset.ref, node]));
    chosen = chosen.filter((ref) => there.has(ref));
    for (const [ref, node] of there) set(node, "aria-pressed", String(chosen.includes(ref)));
    const title = document.querySelector("#table .chosen");
    const words = chosen.length ? chosen.map((ref) => there.get(ref).getAttribute("aria-label")).join(" · ") : title.dataset.none;
    if (title.textContent !== words) title.textContent = words;
    const doing = document.querySelector("#table .doing");
    if (doing.hidden !== !chosen.length) doing.hidden = !chosen.length;
    const isPile = chosen.length === 1 && Boolean(there.get(chosen[0]).dataset.pile);
    const withPile = doing.querySelector(".with-pile");
    if (withPile.hidden === isPile) withPile.hidden = !isPile;
  }

  const pileOf = (ref) => things().find((node) => node.dataset.ref === ref)?.dataset.pile || ref;
  const ownHand = () => document.querySelector("#table .hand[data-hand]").dataset.hand;

  const doing = {
    draw: () => act({ do: "move", what: pileOf(chosen[0]), count: many(), to: ownHand() }),
    deal: () => act({ do: "deal", what: pileOf(chosen[0]), count: many() }),
    shuffle: () => act({ do: "shuffle", what: pileOf(chosen[0]) }),
    look: () => act({ do: "look", what: pileOf(chosen[0]), count: many() }),
    search: () => act({ do: "look", what: pileOf(chosen[0]) }),
    spread: () => act({ do: "spread", what: pileOf(chosen[0]) }),
    turn: () => act({ do: "turn", what: chosen.join(" "), count: 1 }),
    "turn-all": () => act({ do: "turn", what: chosen.map(pileOf).join(" ") }),
    rotate: () => act({ do: "rotate", what: chosen.join(" ") }),
    mark: () => act({ do: "mark", what: chosen.join(" "), count: 1 }),
    label: () => {
      const said = prompt(document.querySelector('#table [data-do="label"]').textContent.trim());
      if (said !== null) act({ do: "label", what: pileOf(chosen[0]), said });
    },
    put: () => {
      const to = document.querySelector('#table .doing [name="to"]').value;
      const way = document.querySelector('#table .doing [name="way"]').value;
      const [x, y] = free();
      act({ do: "move", what: chosen.join(" "), count: isOnePile() ? many() : "", to, way, x, y });
    },
    roll: () => act({ do: "roll", what: [...document.querySelectorAll("#table [data-die]")].map((die) => die.dataset.die).join(" ") }),
    "add-die": (button) => act({ do: "add", way: "die", count: button.dataset.faces, x: table().dataset.width - 40, y: 40 }),
    "add-counter": () => act({ do: "add", way: "counter", said: document.querySelector('#table [name="counter"]').value }),
  };
  const isOnePile = () => chosen.length === 1 && pileOf(chosen[0]) === chosen[0];

  // A place in the middle of the table on which nothing lies yet, in mm.
  function free() {
    const taken = [...document.querySelectorAll("#table .spot:not(.board-spot)")].map((spot) => [Number(spot.dataset.x), Number(spot.dataset.y)]);
    const [width, height] = [Number(table().dataset.width), Number(table().dataset.height)];
    let best = [width / 2, height / 2], widest = -1;
    for (let y = 0.15; y < 0.9; y += 0.1) for (let x = 0.1; x < 0.95; x += 0.1) {
      const at = [x * width, y * height];
      const nearest = Math.min(...taken.map(([a, b]) => Math.hypot(a - at[0], b - at[1])), 140);
      if (nearest > widest + 1) [best, widest] = [at, nearest];
    }
    return best.map(Math.round);
  }

  document.addEventListener("click", (event) => {
    if (!table()) return;
    const button = event.target.closest("[data-do]");
    const focused = document.activeElement?.closest("#table [data-ref]")?.dataset.ref;
    if (button && focused && !chosen.includes(focused)) chosen = [focused]; // a key was pressed on it
    if (button && table().contains(button)) { doing[button.dataset.do]?.(button); return; }
    const counter = event.target.closest("[data-counter]");
    if (counter) { act({ do: "count", what: counter.dataset.counter, count: counter.dataset.by }); return; }
    const die = event.target.closest("[data-die]");
    if (die) { act({ do: "roll", what: die.dataset.die }); return; }
    const thing = event.target.closest("#table [data-ref]");
    if (thing && !dragged) choose(thing.dataset.ref, event.shiftKey || event.ctrlKey || event.metaKey);
    else if (event.target.closest(".area") && !dragged) { chosen = []; show(); }
  });
  document.addEventListener("dblclick", (event) => {
    const thing = event.target.closest("#table .area [data-ref]");
    if (thing) act({ do: "turn", what: thing.dataset.ref, count: 1 });
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("#table [data-send]")) event.target.form.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-free-begin] [name=players]")) seat();
  });

  // A row for each person.
  function seat() {
    const count = Number(document.querySelector("[data-free-begin] [name=players]")?.value) || 1;
    document.querySelectorAll("[data-free-begin] li").forEach((row, at) => { if (row.hidden !== at >= count) row.hidden = at >= count; });
  }

  // -- arrow keys ---------------------------------------------------------------------------------------------------

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let moving = null;
  document.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.("#table .spot");
    const arrow = ARROWS[event.key];
    if (!spot || !arrow || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (moving?.id !== spot.dataset.id) moving = { id: spot.dataset.id, x: Number(spot.dataset.x), y: Number(spot.dataset.y), spot };
    const step = event.shiftKey ? 1 : STEP;
    moving.x += arrow[0] * step;
    moving.y += arrow[1] * step;
    const scale = area().clientWidth / Number(table().dataset.width);
    spot.style.translate = `${(moving.x - spot.dataset.x) * scale}px ${(moving.y - spot.dataset.y) * scale}px`;
    clearTimeout(moving.timer);
    moving.timer = setTimeout(() => {
      const { id, x, y } = moving;
      moving = null;
      act({ do: "move", what: id, to: "table", x, y });
    }, IDLE);
  });

  // -- dragging -----------------------------------------------------------------------------------------------------

  let drag = null;
  let dragged = false; // whether the click that follows belongs to a drag

  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const spot = event.target.closest("#table .spot"), thing = event.target.closest("#table .thing") ?? spot?.querySelector(".thing");
    if (!thing || event.button || document.querySelector("main").ariaBusy) return;
    const isHandle = !event.target.closest(".thing"); // the label or the number of a pile moves all of it
    drag = { thing, spot, x: event.clientX, y: event.clientY, isWhole: isHandle || event.shiftKey, id: event.pointerId };
    drag.timer = setTimeout(() => { if (drag) { drag.isWhole = true; drag.spot?.classList.add("whole"); } }, HOLD);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < APART) return;
      clearTimeout(drag.timer);
      lift();
    }
    drag.ghost.style.translate = `${x}px ${y}px`;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.closest(TARGETS))?.closest(TARGETS);
    for (const node of document.querySelectorAll("#table .over")) if (node !== under) node.classList.remove("over");
    if (under && !under.matches(".area")) under.classList.add("over");
    event.preventDefault();
  }, { passive: false });

  const TARGETS = "#table .spot:not(.board-spot, .lifted), #table [data-hand], #table .area";

  // What is dragged lies in a place of its own, so that it flies to where it will be from where it is let go.
  function lift() {
    const { thing, spot, isWhole } = drag;
    const board = spot?.classList.contains("board-spot");
    const from = thing.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.dataset.place = "dragged";
    ghost.append(...[...thing.childNodes].map((node) => node.cloneNode(true)));
    Object.assign(ghost.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px` });
    const shown = thing.querySelector("[data-copies]"), copy = ghost.querySelector("[data-copies]");
    const count = Number(shown?.dataset.copies ?? 1);
    if (copy) copy.dataset.copies = isWhole ? count : 1;
    if (shown) shown.dataset.copies = isWhole ? 0 : count - 1;
    if (isWhole || board || count <= 1) (isWhole && spot ? spot : thing).classList.add("lifted");
    document.querySelector("#table .drag").replaceChildren(ghost);
    drag.ghost = ghost;
    drag.from = from;
    hide();
  }

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    clearTimeout(drag.timer);
    const { ghost, thing, spot, isWhole } = drag;
    drag = null;
    if (!ghost) return;
    dragged = true;
    setTimeout(() => { dragged = false; });
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.closest(TARGETS)).find(Boolean);
    const what = isWhole && thing.dataset.pile ? thing.dataset.pile : chosen.length > 1 && chosen.includes(thing.dataset.ref) ? chosen.join(" ") : thing.dataset.ref;
    const isPile = what === thing.dataset.pile;
    const count = isPile && !isWhole && !spot?.classList.contains("board-spot") ? 1 : "";
    const alone = isPile && Number(thing.querySelector("[data-copies]")?.dataset.copies) === 0;
    if (!under) { settle(); return; }
    if (under.dataset.hand) act({ do: "move", what, count, to: under.dataset.hand });
    else if (under.matches(".spot") && under !== spot) act({ do: "move", what, count, to: under.dataset.id });
    else act({ do: "move", what, count: alone ? "" : count, to: "table", ...placed(ghost) });
  });
  document.addEventListener("pointercancel", () => { if (drag) { clearTimeout(drag.timer); drag = null; settle(); } });

  // The middle of what is dragged, in mm.
  function placed(ghost) {
    const box = ghost.getBoundingClientRect(), whole = area().getBoundingClientRect();
    const mm = Number(table().dataset.width) / whole.width;
    return { x: ((box.x + box.width / 2 - whole.x) * mm).toFixed(1), y: ((box.y + box.height / 2 - whole.y) * mm).toFixed(1) };
  }

  function settle() {
    document.querySelector("#table .drag")?.replaceChildren();
    for (const name of ["lifted", "over", "whole"]) for (const node of document.querySelectorAll(`#table .${name}`)) node.classList.remove(name);
  }

  // -- each time the page is written ---------------------------------------------------------------------------------

  new MutationObserver((changes) => {
    seat();
    if (!table()) return;
    if (changes.some((change) => change.attributeName === "data-at")) {
      settle();
      const then = document.getElementById("then");
      if (then) then.value = then.getAttribute("value");
      for (const spot of document.querySelectorAll("#table .spot")) if (spot.dataset.id !== moving?.id) spot.style.translate = "";
    }
    show();
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-at", "data-ref", "data-look", "hidden", "aria-label", "aria-pressed"] });
  show();
})();
