"use strict";
// Everything here is comfort: without it the page shows the same findings, unfiltered.
(() => {
  const form = document.getElementById("filters");
  const cards = Array.from(document.querySelectorAll(".findings > li"));
  const notes = document.querySelector("details.notes");
  const shown = document.getElementById("shown");
  const noneLeft = document.getElementById("none-left");
  // Looked up once: a form's list of its elements is searched for anew after every change anywhere in the page.
  const choices = new Map(["severity", "check", "player", "file"].map((name) => [name, form && form.elements[name]]));
  const search = form && form.elements.text;
  const words = new Map();

  const wordsOf = (card) => {
    if (!words.has(card)) {
      words.set(card, card.textContent.toLowerCase());
    }
    return words.get(card);
  };

  const filter = () => {
    const wanted = Array.from(choices, ([name, choice]) => [name, choice.value]).filter(([, value]) => value);
    const text = search.value.trim().toLowerCase();
    let count = 0;
    for (const card of cards) {
      const fits = wanted.every(([name, value]) => card.dataset[name] === value) && (!text || wordsOf(card).includes(text));
      if (card.hidden === fits) {
        card.hidden = !fits;
      }
      count += fits ? 1 : 0;
    }
    shown.textContent = `${count} of ${cards.length} shown`;
    noneLeft.hidden = count > 0;
    if (notes && (wanted.length || text)) {
      notes.open = Array.from(notes.querySelectorAll("li.card")).some((card) => !card.hidden);
    }
  };

  // A link may lead to a folded part, or to a finding that the filter hides.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) {
      return;
    }
    if (form && target.hidden) {
      form.reset();
      filter();
    }
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    target.scrollIntoView();
  };

  if (form) {
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filter));
    for (const link of document.querySelectorAll("a[data-severity]")) {
      link.addEventListener("click", () => {
        form.reset();
        choices.get("severity").value = link.dataset.severity;
        filter();
      });
    }
    filter();
  }

  const busy = document.getElementById("busy");
  if (busy) {
    document.getElementById("busy-choice").hidden = false;
    const apply = () => document.getElementById("timeline").classList.toggle("only-busy", busy.checked);
    busy.addEventListener("change", apply);
    apply();
  }

  window.addEventListener("hashchange", reveal);
  window.addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details.evidence, .diagram details")) {
      fold.open = true;
    }
  });
  reveal();
})();
