"use strict";
// Tables sort by a click or a key press on a heading; without this script they are plain tables.
(function () {
  function keyOf(row, column, numeric) {
    var text = row.cells[column].textContent.trim();
    if (!numeric) return text.toLowerCase();
    var found = text.replace(/\u2212/g, "-").replace(/,/g, "").match(/-?(\d+\.?\d*|\.\d+|\u221e)/);
    if (!found) return null;
    return found[0].replace("-", "") === "\u221e" ? (found[0][0] === "-" ? -Infinity : Infinity) : parseFloat(found[0]);
  }

  function compare(a, b) {
    if (typeof a === "string") return a.localeCompare(b, "en", { numeric: true });
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function sortBy(table, column) {
    var heading = table.tHead.rows[0].cells[column];
    var down = heading.getAttribute("aria-sort") === "ascending";
    var numeric = heading.classList.contains("n");
    var keyed = Array.from(table.tBodies[0].rows).map(function (row) {
      return { row: row, key: keyOf(row, column, numeric) };
    });
    keyed.sort(function (a, b) {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
      return down ? compare(b.key, a.key) : compare(a.key, b.key);
    });
    keyed.forEach(function (entry) { table.tBodies[0].appendChild(entry.row); });
    Array.from(table.tHead.rows[0].cells).forEach(function (cell) { cell.removeAttribute("aria-sort"); });
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    if (table.tBodies[0].rows.length < 2) return;
    Array.from(table.tHead.rows[0].cells).forEach(function (cell, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = cell.textContent;
      button.title = "Sort by " + cell.textContent;
      button.addEventListener("click", function () { sortBy(table, column); });
      cell.textContent = "";
      cell.appendChild(button);
    });
  });

  // On paper nothing is folded.
  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.from(document.querySelectorAll("details:not([open])"));
    opened.forEach(function (part) { part.open = true; });
  });
  window.addEventListener("afterprint", function () {
    opened.forEach(function (part) { part.open = false; });
  });

  // A link into a folded part opens it.
  function reveal() {
    var target = location.hash && document.getElementById(location.hash.slice(1));
    for (var part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  }
  window.addEventListener("hashchange", reveal);
  reveal();
})();
