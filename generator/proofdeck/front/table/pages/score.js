// Cards are tapped, and the answer is written from what is tapped. Without this script it is typed.
(() => {
  const form = () => document.querySelector("form.question");
  const field = () => form()?.querySelector("[name=said]");
  const isRow = () => form().dataset.between === " ";

  // What the answer names, in its order: `Sword x3, Dagger`, or each word of a row.
  function parts() {
    const written = field().value.split(isRow() ? /\s+/ : ",").map((part) => part.trim()).filter(Boolean);
    return written.map((part) => {
      const [, word, times] = isRow() ? [part, part] : /^(.*?)(?: ?[x×](\d+))?$/.exec(part);
      return { word, times: Number(times ?? 1) };
    });
  }

  const isSame = (word) => (part) => part.word.toLowerCase() === word.toLowerCase();

  function write(now) {
    const left = now.filter((part) => part.times > 0);
    field().value = left.map(({ word, times }) => (times > 1 ? `${word} x${times}` : word)).join(form().dataset.between);
    update();
  }

  function add(word) {
    const now = parts();
    const same = isRow() ? null : now.find(isSame(word));
    if (same) same.times += 1;
    else now.push({ word, times: 1 });
    write(now);
  }

  function remove(word) {
    const now = parts();
    const last = now.findLast(isSame(word));
    if (last) last.times -= 1;
    write(now);
  }

  // A page that follows its project takes back what is set here, so only what differs is set: that settles.
  function set(element, name, value) {
    if (value === element.getAttribute(name)) return;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }

  const hide = (element, isHidden) => set(element, "hidden", isHidden ? "" : null);

  function update() {
    if (!field()) return;
    const now = parts();
    const wanted = form().querySelector("[data-sift]")?.value.toLowerCase() ?? "";
    for (const item of form().querySelectorAll("[data-word]")) {
      const { word, says } = item.dataset;
      const count = now.filter(isSame(word)).reduce((sum, part) => sum + part.times, 0);
      const [more, less] = item.querySelectorAll("button");
      set(item, "data-count", count ? String(count) : null);
      set(more, "aria-label", count ? `${says}, ${count}` : says);
      hide(less, !count);
      hide(item, !`${word} ${says}`.toLowerCase().includes(wanted));
    }
    const clear = form().querySelector("[data-clear]");
    if (clear) hide(clear, !field().value);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("form.question button[type=button]");
    if (!button) return;
    const word = button.closest("[data-word]")?.dataset.word;
    if (button.matches(".choice")) add(word);
    else if (button.matches(".less")) remove(word);
    else if (button.matches("[data-clear]")) write([]);
    else field().value = String(Math.max(0, Number(field().value || 0) + Number(button.dataset.step)));
  });

  document.addEventListener("input", (event) => {
    if (event.target === field() || event.target.matches("[data-sift]")) update();
  });

  document.addEventListener("keydown", (event) => {
    if (event.target === field() && event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      form().querySelector(".main").click();
    }
    if (event.target.matches?.("[data-sift]") && event.key === "Enter") {
      event.preventDefault();
      const left = [...form().querySelectorAll("[data-word]:not([hidden])")];
      if (left.length === 1) add(left[0].dataset.word);
    }
  });

  const attributeFilter = ["hidden", "data-count", "aria-label"];
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true, attributeFilter });
  update();
})();
