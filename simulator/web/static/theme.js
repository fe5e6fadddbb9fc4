// Light or dark: the system's choice until the user makes one. Runs before the page is drawn.
"use strict";
(() => {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const show = () => {
    root.dataset.theme = chosen() || (system.matches ? "dark" : "light");
    const button = document.getElementById("theme");
    if (button) button.textContent = root.dataset.theme === "dark" ? "Light" : "Dark";
  };
  show();
  system.addEventListener("change", show);
  addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme").addEventListener("click", () => {
      try { localStorage.setItem("theme", root.dataset.theme === "dark" ? "light" : "dark"); } catch { /* private window */ }
      show();
    });
  });
})();
