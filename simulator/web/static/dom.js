// Finding and making elements. Texts are set as texts, never as HTML.

/** @param {string} selector */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @param {string} selector */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Return a new element with attributes (`on...` are listeners, `class`, `text`) and children. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Return whether two plain values are equal. */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Return a value of a figure as a reader expects it. */
export function shown(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  return Array.isArray(value) ? value.map(shown).join(", ") : String(value).replace(/^-/, "−");
}
