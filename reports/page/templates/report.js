"use strict";
// Tables sort, charts tell their values, a strategy can be highlighted everywhere, the contents follow the reader.
// Without this script tables are plain, and a chart's values are shown by the browser's own tooltips.
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

  // A command is copied with a click, where the browser allows it.
  if (navigator.clipboard) document.querySelectorAll(".copy").forEach(function (line) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", function () {
      navigator.clipboard.writeText(line.querySelector("code").textContent).then(function () {
        button.textContent = "Copied";
        setTimeout(function () { button.textContent = "Copy"; }, 1500);
      });
    });
    line.appendChild(button);
  });

  // A link into a folded part opens it.
  function reveal() {
    var target = location.hash && document.getElementById(location.hash.slice(1));
    for (var part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  }
  window.addEventListener("hashchange", reveal);
  reveal();

  // The contents show where the reader is; of several runs, only the questions of the present one.
  var nav = document.querySelector(".contents");
  var links = Array.from(nav.querySelectorAll("a"));
  var places = links.map(function (link) { return document.getElementById(link.hash.slice(1)); });
  var groups = Array.from(nav.querySelectorAll(".of"));
  function follow() {
    var here = 0;
    places.forEach(function (place, at) {
      if (place.getBoundingClientRect().top < window.innerHeight / 3) here = at;
    });
    if (window.scrollY > 0 && window.scrollY + window.innerHeight > document.documentElement.scrollHeight - 4) here = links.length - 1;
    if (links[here].classList.contains("on")) return;
    links.forEach(function (link, at) { link.classList.toggle("on", at === here); });
    var present = links[here].closest(".of");
    if (groups.length > 1) nav.querySelectorAll("[data-of]").forEach(function (part) {
      if (part.tagName === "DIV") part.classList.toggle("folded", !present || part.dataset.of !== present.dataset.of);
    });
    var link = links[here];
    if (nav.scrollWidth > nav.clientWidth) nav.scrollLeft = link.offsetLeft - nav.clientWidth / 3;
    else nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
  }
  window.addEventListener("scroll", follow, { passive: true });
  window.addEventListener("resize", follow);

  // One strategy is highlighted in all charts of its run.
  function pick(article, who) {
    var same = article.dataset.picked === who;
    article.dataset.picked = same ? "" : who;
    article.classList.toggle("picked", !same);
    article.querySelectorAll("[data-who]").forEach(function (part) {
      part.classList.toggle("lit", !same && part.dataset.who === who);
    });
    document.querySelectorAll(".highlight button").forEach(function (button) {
      if (button.dataset.of === article.id) button.setAttribute("aria-pressed", String(!same && button.value === who));
    });
  }
  document.querySelectorAll("article").forEach(function (article) {
    var players = Array.from(article.querySelectorAll(".players li[data-who]"));
    var group = nav.querySelector('[data-of="' + article.id + '"]');
    if (players.length < 2 || !group) return;
    var box = document.createElement("div");
    box.className = "highlight";
    box.dataset.of = article.id;
    box.appendChild(document.createElement("p")).textContent = "Highlight in all charts";
    players.forEach(function (player) {
      var button = document.createElement("button");
      button.type = "button";
      button.value = player.dataset.who;
      button.dataset.of = article.id;
      button.setAttribute("aria-pressed", "false");
      button.appendChild(player.querySelector(".swatch").cloneNode());
      button.appendChild(document.createTextNode(" " + player.querySelector("strong").textContent));
      button.addEventListener("click", function () { pick(article, button.value); });
      box.appendChild(button);
    });
    nav.appendChild(box);
  });

  follow();

  // A chart tells its values where the pointer is, or one after the other by the arrow keys.
  var tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("role", "status");
  document.body.appendChild(tip);
  var shown = null;
  function tell(hit) {
    if (shown) shown.classList.remove("here");
    shown = hit;
    tip.hidden = !hit;
    if (!hit) return;
    hit.classList.add("here");
    tip.textContent = hit.dataset.tip;
    var box = hit.getBoundingClientRect(), wide = tip.offsetWidth, high = tip.offsetHeight;
    var left = Math.min(Math.max(box.left + box.width / 2 - wide / 2, 4), document.documentElement.clientWidth - wide - 4);
    var top = box.top - high - 6 < 4 ? box.bottom + 6 : box.top - high - 6;
    tip.style.left = left + "px";
    tip.style.top = top + "px";
  }
  document.querySelectorAll(".chart svg").forEach(function (chart) {
    var hits = Array.from(chart.querySelectorAll(".hit"));
    if (!hits.length) return;
    hits.forEach(function (hit) {
      var title = hit.querySelector("title");
      hit.dataset.tip = title.textContent;
      title.remove();
      hit.addEventListener("pointerenter", function () { tell(hit); });
      hit.addEventListener("pointerleave", function () { tell(null); });
      hit.addEventListener("click", function () {
        tell(hit);
        if (hit.dataset.who) pick(chart.closest("article"), hit.dataset.who);
      });
    });
    var at = 0;
    chart.setAttribute("tabindex", "0");
    chart.addEventListener("focus", function () { if (chart.matches(":focus-visible")) tell(hits[at]); });
    chart.addEventListener("blur", function () { tell(null); });
    chart.addEventListener("keydown", function (event) {
      var step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step) at = (at + step + hits.length) % hits.length;
      else if (event.key === "Home") at = 0;
      else if (event.key === "End") at = hits.length - 1;
      else if (event.key === "Enter" && hits[at].dataset.who) return pick(chart.closest("article"), hits[at].dataset.who);
      else if (event.key === "Escape") return tell(null);
      else return;
      event.preventDefault();
      tell(hits[at]);
    });
  });
  window.addEventListener("scroll", function () { if (shown && !document.activeElement.contains(shown)) tell(null); }, { passive: true });
})();
