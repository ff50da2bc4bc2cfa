"use strict";
(() => {
  const folds = () => document.querySelectorAll("details");
  const all = (open) => folds().forEach((fold) => { fold.open = open; });
  // A link leads to a step that may be folded away: unfold what it is in.
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
    if (target) target.scrollIntoView();
  };
  const folding = document.getElementById("folding");
  if (folding) {
    folding.hidden = false;
    document.getElementById("expand").addEventListener("click", () => all(true));
    document.getElementById("collapse").addEventListener("click", () => all(false));
  }
  addEventListener("hashchange", reveal);
  // A second click on one link changes no address.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) reveal();
  });
  if (location.hash) reveal();
})();
