// A table without rules: pieces are chosen and dragged, with a mouse, a finger or keys; each act is a form that is sent.
"use strict";

(() => {
  const APART = 6; // pixels that a pointer moves before it drags
  const HOLD = 450; // milliseconds after which a whole pile is dragged, and not its topmost piece
  const STEP = 10; // mm that an arrow key moves a pile
  const IDLE = 500; // milliseconds after the last arrow key, until the move is made
  const SNAP = 0.22; // of the shorter edge of a piece: how near to a neighbour it is put edge to edge
  const MIDDLE = 0.4; // of the same: how near to the middle of a tile another one is put on top of it

  const PACE = 900; // milliseconds from one act to the next of a table that is looked back at
  const LINE = 14; // pixels of a line of a name

  const table = () => document.querySelector("#table [data-free]");
  const area = () => document.querySelector("#table .area");
  const acting = () => document.getElementById("acting");
  const things = () => [...document.querySelectorAll("#table [data-ref]")];
  const many = () => Math.max(1, Number(document.querySelector('#table [name="many"]')?.value) || 1);
  let chosen = []; // how forms name what is chosen
  let target = "table"; // where the panel puts it, however the list of places changes

  // One act after the other: what is asked for while the page waits is done as soon as it knows the table.
  function act(facts) {
    const form = acting();
    stop();
    if (!form) return;
    if (document.querySelector("main").ariaBusy) { setTimeout(act, 30, facts); return; }
    for (const name of ["do", "what", "count", "to", "x", "y", "way", "said"]) form.elements[name].value = facts[name] ?? "";
    form.requestSubmit();
  }

  // -- choosing ---------------------------------------------------------------------------------------------------

  function choose(ref, isMore) {
    const had = chosen.includes(ref);
    chosen = isMore ? (had ? chosen.filter((one) => one !== ref) : [...chosen, ref]) : had && chosen.length === 1 ? [] : [ref];
    const name = document.querySelector('#table [name="label"]'), label = things().find((node) => node.dataset.ref === ref)?.closest(".spot")?.querySelector(".label");
    if (name) name.value = label?.textContent ?? "";
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
    const height = area().clientHeight / 100;
    for (const label of document.querySelectorAll("#table .label")) {
      const lines = Math.max(1, Math.min(2, Math.floor(label.parentNode.dataset.below * height / LINE)));
      if (label.lines !== lines) label.style.setProperty("--lines", label.lines = lines);
      label.style.setProperty("--breaks", lines === 1 ? "break-all" : "normal");
    }
    for (const node of document.querySelectorAll("#table [data-value]")) {
      const is = `${node.dataset.value} of ${node.max}`;
      if (node.shown !== is) { node.value = node.dataset.value; node.shown = is; }
    }
  }

  window.addEventListener("resize", () => { if (table()) dress(); });

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
    for (const withPile of doing.querySelectorAll(".with-pile")) if (withPile.hidden === isPile) withPile.hidden = !isPile;
    const replay = document.querySelector('#table [data-do="replay"]');
    if (replay) set(replay, "aria-pressed", String(playing > 0));
    const surface = document.querySelector("#table .surface"); // a telephone shows the middle of the table first
    surface.scrolled ??= surface.scrollLeft = (surface.scrollWidth - surface.clientWidth) / 2;
  }

  const pileOf = (ref) => things().find((node) => node.dataset.ref === ref)?.dataset.pile || ref;
  const ownHand = () => document.querySelector("#table .hand[data-hand]").dataset.hand;

  // -- looking back by itself ---------------------------------------------------------------------------------------

  let playing = 0; // the timer of the next act
  const moment = () => document.querySelector("#table .replay [type=range]");

  function stop() {
    clearTimeout(playing);
    playing = 0;
  }

  function look(then) {
    const field = moment();
    if (document.querySelector("main").ariaBusy) { playing = setTimeout(look, 30, then); return; }
    if (!field || then > field.max) { stop(); show(); return; }
    playing = setTimeout(look, PACE, then + 1);
    field.value = then;
    field.form.requestSubmit();
  }

  document.addEventListener("submit", (event) => { if (!event.target.matches(".replay") || event.submitter) stop(); });

  const doing = {
    replay: () => {
      const [then, last] = [Number(moment().value), Number(moment().max)];
      if (playing) { stop(); show(); } else look(then < last ? then + 1 : 0);
    },
    draw: () => act({ do: "move", what: pileOf(chosen[0]), count: many(), to: ownHand() }),
    deal: () => act({ do: "deal", what: pileOf(chosen[0]), count: many() }),
    shuffle: () => act({ do: "shuffle", what: pileOf(chosen[0]) }),
    look: () => act({ do: "look", what: pileOf(chosen[0]), count: many() }),
    search: () => act({ do: "look", what: pileOf(chosen[0]) }),
    spread: () => act({ do: "spread", what: pileOf(chosen[0]) }),
    column: () => act({ do: "spread", what: pileOf(chosen[0]), way: "column" }),
    sort: () => act({ do: "sort" }),
    turn: () => { if (!chosen.every(otherSide)) act({ do: "turn", what: chosen.join(" "), count: 1 }); },
    "turn-all": () => act({ do: "turn", what: chosen.map(pileOf).join(" ") }),
    rotate: () => act({ do: "rotate", what: chosen.join(" ") }),
    mark: () => act({ do: "mark", what: chosen.join(" "), count: 1 }),
    label: () => act({ do: "label", what: pileOf(chosen[0]), said: document.querySelector('#table [name="label"]').value }),
    remove: (button) => act({ do: "remove", what: button.dataset.id }),
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
  // The back of a card in one's hand is seen by its owner alone, so nothing is done to the table.
  function otherSide(ref) {
    const picture = document.querySelector(`#table .hand [data-ref="${CSS.escape(ref)}"] img[data-other]`);
    if (picture) [picture.src, picture.dataset.other] = [picture.dataset.other, picture.getAttribute("src")];
    return Boolean(picture);
  }

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
    if (die) { if (!dragged) act({ do: "roll", what: die.dataset.die }); return; }
    const thing = event.target.closest("#table [data-ref]");
    if (thing && !dragged) choose(thing.dataset.ref, event.shiftKey || event.ctrlKey || event.metaKey);
    else if (event.target.closest(".area") && !dragged) { chosen = []; show(); }
  });
  document.addEventListener("dblclick", (event) => {
    const thing = event.target.closest("#table .area [data-ref], #table .hand [data-ref]");
    if (thing && !otherSide(thing.dataset.ref) && thing.closest(".area")) act({ do: "turn", what: thing.dataset.ref, count: 1 });
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("#table [data-send]")) { stop(); event.target.form.requestSubmit(); }
    if (event.target.matches('#table [name="to"]')) target = event.target.value;
    const number = event.target.closest("#table [data-number]");
    if (number?.value) act({ do: "count", what: number.dataset.number, said: number.value });
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
    if (event.key === "Enter" && event.target.matches?.('#table [name="label"], #table [name="counter"]')) {
      doing[event.target.name === "label" ? "label" : "add-counter"]();
      return;
    }
    const spot = event.target.closest?.("#table .spot, #table .die");
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
      act({ do: spot.matches(".die") ? "shift" : "move", what: id, to: "table", x, y });
    }, IDLE);
  });

  // -- dragging -----------------------------------------------------------------------------------------------------

  let drag = null;
  let dragged = false; // whether the click that follows belongs to a drag

  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const spot = event.target.closest("#table .spot"), thing = event.target.closest("#table .thing, #table .die") ?? spot?.querySelector(".thing");
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

  // A card of a column takes with it those that lie on it.
  function run({ thing, spot, isWhole }) {
    if (isWhole || !spot?.classList.contains("column") || chosen.length > 1) return [thing];
    const all = [...spot.querySelectorAll(".thing")];
    return all.slice(all.indexOf(thing));
  }

  // A token lies on a card or a tile, and a tile beside another one unless it is dropped on its middle.
  function isApart(under) {
    const { from, ghost } = drag, below = under.matches(".spot:not(.empty, .bag)") && under.querySelector(".thing").getBoundingClientRect();
    if (!below) return false;
    if (2 * from.width * from.height < below.width * below.height) return true;
    const isTile = ghost.querySelector(".hexagon") || Math.abs(from.width - from.height) < 0.02 * from.width;
    const [dx, dy] = shift(ghost), far = Math.hypot(from.x + dx - below.x, from.y + dy - below.y);
    return isTile && Math.abs(below.width - from.width) < 2 && far > MIDDLE * Math.min(from.width, from.height);
  }

  // Where in a row or a hand something is dropped, as its number from 1.
  function placeIn(node, x, what) {
    if (!node.matches(".row, .hand")) return "";
    const left = [...node.querySelectorAll(".thing")].filter((one) => !what.split(" ").includes(one.dataset.ref));
    const before = left.filter((one) => { const box = one.getBoundingClientRect(); return box.x + box.width / 2 < x; });
    return left.length && before.length < left.length ? `.${before.length + 1}` : "";
  }

  const TARGETS = "#table .spot:not(.board-spot, .lifted), #table [data-hand], #table .area";

  // What is dragged lies in a place of its own, so that it flies to where it will be from where it is let go.
  function lift() {
    const { thing, spot, isWhole } = drag;
    const board = spot?.classList.contains("board-spot");
    const from = thing.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.dataset.place = "dragged";
    const moved = run(drag);
    ghost.append(...(thing.matches(".die") ? [thing] : moved).flatMap((one) => [...one.childNodes]).map((node) => node.cloneNode(true)));
    ghost.classList.toggle("die", thing.matches(".die"));
    Object.assign(ghost.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px` });
    const shown = thing.querySelector("[data-copies]"), copy = ghost.querySelector("[data-copies]");
    const count = Number(shown?.dataset.copies ?? 1);
    if (copy) copy.dataset.copies = isWhole ? count : 1;
    if (shown) shown.dataset.copies = isWhole ? 0 : count - 1;
    if (isWhole || board || count <= 1) for (const one of isWhole && spot ? [spot] : moved) one.classList.add("lifted");
    document.querySelector("#table .drag").replaceChildren(ghost);
    drag.ghost = ghost;
    drag.left = isWhole ? 0 : shown ? count - 1 : 1; // kept, as news may write it again; a bag says none
    drag.from = from;
    hide();
  }

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    clearTimeout(drag.timer);
    const held = drag;
    const { ghost, thing, spot, isWhole, left } = held;
    if (!ghost) { drag = null; return; }
    dragged = true;
    setTimeout(() => { dragged = false; });
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.closest(TARGETS)).find(Boolean);
    const isBeside = under && isApart(under);
    drag = null;
    if (thing.dataset.die) {
      if (under) act({ do: "shift", what: thing.dataset.die, ...placed(held) });
      else settle();
      return;
    }
    const those = chosen.length > 1 && chosen.includes(thing.dataset.ref) ? chosen : run(held).map((one) => one.dataset.ref);
    const what = isWhole && thing.dataset.pile ? thing.dataset.pile : those.join(" ");
    const isPile = what === thing.dataset.pile;
    const count = isPile && !isWhole && !spot?.classList.contains("board-spot") ? 1 : "";
    const alone = isPile && left <= 0;
    if (!under) { settle(); return; }
    const isInRow = under === spot && !isWhole && under.matches(".row, .column");
    if (under.dataset.hand) act({ do: "move", what, count, to: under.dataset.hand + placeIn(under, event.clientX, what) });
    else if (isInRow || (under.matches(".spot") && under !== spot && !isBeside)) act({ do: "move", what, count, to: under.dataset.id + placeIn(under, event.clientX, what) });
    else act({ do: "move", what, count: alone ? "" : count, to: "table", ...placed(held, under === spot || event.altKey) });
  });
  document.addEventListener("pointercancel", () => { if (drag) { clearTimeout(drag.timer); drag = null; settle(); } });

  const shift = (ghost) => [...ghost.style.translate.split(" "), 0].slice(0, 2).map((one) => parseFloat(one) || 0);

  // The middle of what is dragged, in mm; beside pieces as large as itself, edge to edge unless it is free.
  function placed({ ghost, from, spot, isWhole, thing }, isFree) {
    const whole = area().getBoundingClientRect(), mm = Number(table().dataset.width) / whole.width;
    const [dx, dy] = shift(ghost);
    const [x, y] = [(from.x + from.width / 2 + dx - whole.x) * mm, (from.y + from.height / 2 + dy - whole.y) * mm];
    const at = isWhole && spot ? [Number(spot.dataset.x) + dx * mm, Number(spot.dataset.y) + dy * mm] : isFree || thing.dataset.die ? [x, y] : snapped(x, y, from.width * mm, from.height * mm, spot, mm);
    return { x: at[0].toFixed(1), y: at[1].toFixed(1) };
  }

  function snapped(x, y, width, height, own, mm) {
    const isHexagon = Boolean(own?.querySelector(".hexagon") ?? document.querySelector(".ghost .hexagon"));
    const beside = !isHexagon ? [[1, 0], [0, 1]] : width > height ? [[0, 1], [0.75, 0.5], [0.75, -0.5]] : [[1, 0], [0.5, 0.75], [0.5, -0.75]];
    let best = [x, y], nearest = SNAP * Math.min(width, height);
    for (const spot of document.querySelectorAll("#table .spot:not(.board-spot, .row, .column, .lifted)")) {
      const box = spot.getBoundingClientRect();
      if (Math.abs(box.width * mm - width) > 1 || Math.abs(box.height * mm - height) > 1) continue;
      for (const [a, b] of beside) for (const sign of [1, -1]) {
        const at = [Number(spot.dataset.x) + sign * a * width, Number(spot.dataset.y) + sign * b * height];
        const far = Math.hypot(at[0] - x, at[1] - y);
        if (far < nearest) [best, nearest] = [at, far];
      }
    }
    return best;
  }

  // Whoever plays with keys goes on beside what has gone.
  let focused = null;
  document.addEventListener("focusin", (event) => {
    const thing = event.target.closest("#table [data-ref]"), within = thing?.closest(".hand, .spot");
    if (thing) focused = { thing, within, at: [...within?.querySelectorAll("[data-ref]") ?? []].indexOf(thing) };
  });
  function refocus() {
    const now = document.activeElement;
    if (!focused || (now !== document.body && !now?.closest("#table [hidden]"))) return;
    if (focused.thing.isConnected) { focused.thing.focus(); return; }
    const { within, at } = focused, left = [...(within?.isConnected ? within : area()).querySelectorAll("[data-ref]")];
    (left[Math.min(Math.max(0, at), left.length - 1)] ?? area().querySelector("[data-ref]"))?.focus();
  }

  function settle() {
    document.querySelector("#table .drag")?.replaceChildren();
    for (const name of ["lifted", "over", "whole"]) for (const node of document.querySelectorAll(`#table .${name}`)) node.classList.remove(name);
  }

  // -- each time the page is written ---------------------------------------------------------------------------------

  let wasThere = Boolean(table());
  new MutationObserver((changes) => {
    seat();
    const isNew = !wasThere;
    wasThere = Boolean(table());
    if (!table()) return;
    if (changes.some((change) => change.attributeName === "data-at")) {
      settle();
      for (const spot of document.querySelectorAll("#table .spot, #table .die")) if (spot.dataset.id !== moving?.id) spot.style.translate = "";
    }
    show();
    const to = document.querySelector('#table [name="to"]');
    if (to.value !== target) to.value = [...to.options].some((one) => one.value === target) ? target : (target = "table");
    if (isNew && document.activeElement === document.body) (area().querySelector(".spot:not(.empty, .board-spot) [data-ref]") ?? area().querySelector("[data-ref]"))?.focus();
    else if (changes.some((change) => change.attributeName === "data-at")) refocus();
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-at", "data-ref", "data-look", "hidden", "aria-label", "aria-pressed"] });
  show();
})();
