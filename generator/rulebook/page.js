// Search, pictures that enlarge, and examples that open when something leads to them. Without it, all of the book is
// still there to be read.
(() => {
  const find = document.getElementById("find");
  const found = document.getElementById("found");

  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
  addEventListener("beforeprint", () => document.querySelectorAll("details.example").forEach(one => (one.open = true)));

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
    close.setAttribute("aria-label", "Close");
    dialog.replaceChildren(close, figure.firstElementChild.cloneNode(true));
    dialog.setAttribute("aria-label", figure.firstElementChild.getAttribute("aria-label"));
    dialog.showModal();
  });

  if (!find) return;
  const places = [...document.querySelectorAll("main section p, main section li, main section tr, main details.example")].map(
    node => {
      const anchor = node.closest("[id]") || node;
      const clause = node.querySelector(":scope > a.clause") || node.closest("details.example") || node.closest("section").querySelector("h2");
      return { words: node.textContent.replace(/\s+/g, " ").trim(), clause, anchor };
    },
  );
  find.parentElement.hidden = false;
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    if (wanted.join("").length < 2) return;
    const list = document.createElement("ul");
    const seen = new Set();
    for (const place of places) {
      const words = place.words.toLowerCase();
      if (!wanted.every(word => words.includes(word)) || seen.has(place.clause.id)) continue;
      seen.add(place.clause.id);
      const link = document.createElement("a");
      link.href = "#" + place.clause.id;
      const at = Math.max(0, words.indexOf(wanted[0]) - 30);
      link.textContent = (at ? "…" : "") + place.words.slice(at, at + 90) + "…";
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
      if (seen.size >= 12) break;
    }
    if (!seen.size) list.innerHTML = "<li>" + found.dataset.nothing + "</li>";
    found.append(list);
  });
})();
