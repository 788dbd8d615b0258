// Search, pictures that enlarge, and examples that open when something leads to them. Without it, all of the book is
// still there to be read.
(() => {
  const find = document.getElementById("find");
  const found = document.getElementById("found");
  const told = document.querySelector(".told");

  // A telephone shows how the game begins before the list of what follows.
  const contents = document.querySelector("nav details");
  if (contents && matchMedia("(max-width: 34rem)").matches) contents.open = false;

  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target) target.scrollIntoView();
    const { gone } = document.body.dataset;
    if (gone && (!target || told.textContent === gone)) told.textContent = location.hash && !target ? gone : "";
  };
  addEventListener("hashchange", open);
  open();
  addEventListener("beforeprint", () => document.querySelectorAll("details.example, details.note").forEach(one => (one.open = true)));

  addEventListener("click", event => {
    const link = event.target.closest("a.here");
    if (!link) return;
    const say = words => (told.textContent = words);
    navigator.clipboard?.writeText(link.href).then(() => { say(document.body.dataset.copied); setTimeout(say, 4000, ""); }, () => {});
  });

  const dialog = document.createElement("dialog");
  dialog.className = "look";
  document.body.append(dialog);
  dialog.addEventListener("click", () => dialog.close());
  document.addEventListener("click", event => {
    const link = event.target.closest('a[href^="#look-"], [data-look]');
    const figure = link && document.getElementById(link.dataset.look || link.hash.slice(1));
    if (!figure) return;
    event.preventDefault();
    const close = document.createElement("button");
    close.textContent = "×";
    close.setAttribute("aria-label", document.body.dataset.close);
    dialog.replaceChildren(close, figure.firstElementChild.cloneNode(true));
    dialog.setAttribute("aria-label", figure.firstElementChild.getAttribute("aria-label"));
    dialog.showModal();
  });

  if (!find) return;
  // Rules come before other words, and those before examples; each place is found once.
  const places = [
    ...[...document.querySelectorAll("a.clause")].map(clause => ({ target: clause, words: clause.parentElement })),
    ...[...document.querySelectorAll("main section p, main section li, main section tr")]
      .filter(node => !node.querySelector(":scope > a.clause") && !node.closest(".example, .report, .note, .removed"))
      .map(node => ({ target: node.closest("section").querySelector("h2"), words: node })),
    ...[...document.querySelectorAll("details.example")].map(example => ({ target: example, words: example })),
  ].map(({ target, words }) => ({ target, words: [...words.children].length ? spoken(words) : words.textContent.trim() }));

  function spoken(node) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT, text =>
      text.parentElement.closest("[aria-hidden=true], .label, .seen, .here") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    const words = [];
    while (walker.nextNode()) words.push(walker.currentNode.data);
    return words.join(" ").replace(/\s+/g, " ").trim();
  }

  find.parentElement.hidden = false;
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const isAsked = wanted.join("").length > 1;
    found.closest("nav").classList.toggle("searching", isAsked);
    const list = document.createElement("ul");
    const shown = new Set();
    for (const { target, words } of isAsked ? places : []) {
      if (shown.size >= 12) break;
      const small = words.toLowerCase();
      if (shown.has(target) || !wanted.every(word => small.includes(word))) continue;
      shown.add(target);
      const at = Math.max(0, small.indexOf(wanted[0]) - 40);
      const from = at && words.lastIndexOf(" ", at) + 1;
      const number = target.matches("a.clause") && from ? target.textContent + " … " : from ? "… " : "";
      const link = document.createElement("a");
      link.href = "#" + target.id;
      link.textContent = number + words.slice(from, from + 90) + (words.length > from + 90 ? " …" : "");
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    found.replaceChildren(...(isAsked ? [shown.size ? list : found.dataset.nothing] : []));
  });
})();
