// Points of a game that has no rules which count: names, rounds, sums, and who leads. They are kept in the browser.
"use strict";

(() => {
  const FEWEST = 2;
  const MOST = 12;
  const place = document.getElementById("points");
  if (!place) return;
  const key = `points ${base} ${place.dataset.game}`;
  for (const old of Object.keys(localStorage)) if (old.startsWith("points ") && !old.startsWith(`points ${base} `)) localStorage.removeItem(old);
  const usual = { names: ["", ""], rounds: [["", ""]], low: false };
  let points = read();

  function read() {
    try { return { ...usual, ...JSON.parse(localStorage.getItem(key) ?? "{}") }; } catch { return structuredClone(usual); }
  }

  const keep = () => localStorage.setItem(key, JSON.stringify(points));
  const nameOf = (seat) => points.names[seat].trim() || `Player ${seat + 1}`;

  // `12`, `-3`, `5 + 4 + 1`; null for anything else.
  function worth(typed) {
    const words = typed.replaceAll("−", "-").replaceAll(/\s/g, "");
    if (!words) return 0;
    if (!/^[+-]?\d{1,6}([+-]\d{1,6})*$/.test(words)) return null;
    return words.match(/[+-]?\d+/g).map(Number).reduce((sum, one) => sum + one, 0);
  }

  function make(name, facts = {}, ...children) {
    const node = Object.assign(document.createElement(name), facts);
    node.append(...children);
    return node;
  }

  function build() {
    const seats = points.names.map((_, seat) => seat);
    const head = make("tr", {}, make("td"), ...seats.map((seat) => make("th", { scope: "col" }, named(seat))));
    const body = points.rounds.map((round, at) => make("tr", {}, make("th", { scope: "row", textContent: String(at + 1) }),
      ...seats.map((seat) => make("td", {}, cell(at, seat)))));
    const foot = make("tr", {}, make("th", { scope: "row", textContent: "Sum" }), ...seats.map(() => make("td", {})));
    const low = make("input", { type: "checkbox", checked: points.low, oninput: (event) => { points.low = event.target.checked; count(); } });
    low.setAttribute("role", "switch");
    const tools = make("div", { className: "tools" },
      make("button", { type: "button", textContent: "Add a player", disabled: seats.length >= MOST, onclick: () => seat(1) }),
      make("button", { type: "button", textContent: "Take one out", disabled: seats.length <= FEWEST, onclick: () => seat(-1) }),
      make("label", { className: "switch" }, low, "Fewest points win"),
      make("button", { type: "button", textContent: "New game", onclick: () => { points = { ...points, rounds: [seats.map(() => "")] }; build(); at(0, 0)?.focus(); } }));
    const told = make("p", { className: "told" });
    told.setAttribute("role", "status");
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...body), make("tfoot", {}, foot));
    place.replaceChildren(make("div", { className: "wide" }, table), told, tools);
    count();
  }

  function named(seat) {
    const input = make("input", { value: points.names[seat], placeholder: `Player ${seat + 1}`, maxLength: 40, autocomplete: "off", ariaLabel: `Name of player ${seat + 1}` });
    input.oninput = () => { points.names[seat] = input.value; count(); };
    return input;
  }

  function cell(round, seat) {
    const input = make("input", { value: points.rounds[round][seat], inputMode: "text", autocomplete: "off" });
    input.oninput = () => {
      points.rounds[round][seat] = input.value;
      const isLast = round === points.rounds.length - 1;
      if (isLast && points.rounds[round].every((one) => one.trim())) {
        points.rounds.push(points.names.map(() => ""));
        const [there, from] = [seat, input.selectionStart];
        build();
        at(round, there).focus();
        at(round, there).setSelectionRange(from, from);
      } else count();
    };
    input.onkeydown = (event) => {
      const next = { Enter: [round, seat + 1], ArrowDown: [round + 1, seat], ArrowUp: [round - 1, seat] }[event.key];
      if (!next) return;
      event.preventDefault();
      (at(...next) ?? (event.key === "Enter" ? at(round + 1, 0) : null))?.focus();
    };
    return input;
  }

  const at = (round, seat) => place.querySelectorAll("tbody tr")[round]?.querySelectorAll("input")[seat];

  function seat(more) {
    const change = (list) => (more > 0 ? [...list, ""] : list.slice(0, -1));
    points = { ...points, names: change(points.names), rounds: points.rounds.map(change) };
    build();
    if (more > 0) place.querySelector("thead th:last-child input").focus();
  }

  function count() {
    const sums = points.names.map((_, seat) => points.rounds.reduce((sum, round) => sum + (worth(round[seat]) ?? 0), 0));
    const isBegun = points.rounds.some((round) => round.some((one) => worth(one) !== null && one.trim()));
    const best = points.low ? Math.min(...sums) : Math.max(...sums);
    const leaders = sums.flatMap((sum, seat) => (isBegun && sum === best ? [seat] : []));
    place.querySelectorAll("tfoot td").forEach((node, seat) => {
      node.textContent = String(sums[seat]).replace("-", "−");
      node.className = leaders.includes(seat) && leaders.length < sums.length ? "leads" : "";
    });
    place.querySelectorAll("tbody tr").forEach((row, round) => row.querySelectorAll("input").forEach((input, seat) => {
      input.setAttribute("aria-label", `Round ${round + 1}, ${nameOf(seat)}`);
      if (worth(input.value) === null) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }));
    const others = sums.filter((_, seat) => !leaders.includes(seat));
    const gap = others.length ? Math.min(...others.map((sum) => Math.abs(best - sum))) : 0;
    const told = place.querySelector(".told");
    told.textContent = !isBegun ? "" : leaders.length === 1 ? `${nameOf(leaders[0])} leads by ${gap}.`
      : `${new Intl.ListFormat("en").format(leaders.map(nameOf))} are equal.`;
    keep();
  }

  build();
})();
