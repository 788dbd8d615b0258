// Search, filter, flip, print and see close up. Without it, every front is still there to be seen and printed.
(() => {
  const cards = [...document.querySelectorAll("#cards > li")];
  const find = document.getElementById("find");
  const kind = document.getElementById("kind");
  const all = document.getElementById("flip");
  const count = document.getElementById("count");

  const choose = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      const fits = words.every(word => card.dataset.words.includes(word)) && (!kind || !kind.value || card.dataset.kind === kind.value);
      card.hidden = !fits;
      shown += fits;
    }
    count.textContent = count.dataset.says.replace("%s", shown);
  };

  const turn = (button, turned) => {
    const picture = button.closest("li").querySelector("img");
    picture.dataset.front ||= picture.src;
    picture.dataset.words ||= picture.alt;
    picture.src = turned ? document.getElementById(button.dataset.back).src : picture.dataset.front;
    picture.alt = turned ? button.getAttribute("aria-label") : picture.dataset.words;
    button.setAttribute("aria-pressed", turned);
  };

  const isTurned = button => button.getAttribute("aria-pressed") === "true";

  document.getElementById("tools").hidden = false;
  for (const actions of document.querySelectorAll(".actions")) actions.hidden = false;
  document.getElementById("tools").addEventListener("submit", event => event.preventDefault());
  find.addEventListener("input", choose);
  kind?.addEventListener("change", choose);
  all?.addEventListener("click", () => {
    const turned = !isTurned(all);
    all.setAttribute("aria-pressed", turned);
    for (const button of document.querySelectorAll(".flip")) turn(button, turned);
  });
  document.getElementById("cards").addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button?.classList.contains("flip")) turn(button, !isTurned(button));
    if (button?.classList.contains("print")) {
      button.closest("li").classList.add("printed");
      document.body.classList.add("one");
      window.print();
    }
  });
  const dialog = document.getElementById("close-up");
  for (const picture of document.querySelectorAll("#cards img")) {
    picture.classList.add("close-up");
    picture.addEventListener("click", () => {
      Object.assign(dialog.firstElementChild, { src: picture.src, alt: picture.alt });
      dialog.showModal();
    });
  }
  dialog.addEventListener("click", () => dialog.close());
  addEventListener("hashchange", () => {
    const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!card?.hidden) return;
    find.value = "";
    if (kind) kind.value = "";
    choose();
    card.scrollIntoView();
  });
  addEventListener("afterprint", () => {
    document.body.classList.remove("one");
    document.querySelector(".printed")?.classList.remove("printed");
  });
  choose();
})();
