/* Search with its state in the address, buttons that copy, the graph's arrows, and scrolling formulas for the keyboard. */
(function () {
  "use strict";
  var box = document.getElementById("q"), SHOWN = 60;

  document.addEventListener("keydown", function (event) {
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); box.focus(); box.select(); }
  });

  function plain(text) { return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, ""); }

  /* How well a word fits a claim, least best; -1 where it does not. An exact number comes before one that it is a part of. */
  function fit(word, claim) {
    if (word === claim.id) { return 0; }
    if (word === claim.label) { return 1; }
    if (word === claim.head) { return 2; }
    if (claim.numbers.indexOf(word) >= 0) { return 3; }
    if (/^[0-9.]+$/.test(word)) { return claim.words.indexOf(word) >= 0 ? 8 : -1; }
    if (claim.label.indexOf(word) === 0) { return 4; }
    if (claim.words.indexOf(word) >= 0) { return 5; }
    if (claim.id.indexOf(word) >= 0 || claim.where.indexOf(word) >= 0) { return 6; }
    return claim.words.some(function (other) { return other.indexOf(word) === 0; }) ? 7 : -1;
  }

  function search(data) {
    var fields = ["paper", "verdict", "erratum"].map(function (name) { return document.getElementById(name); });
    var found = document.getElementById("found"), list = document.getElementById("rows"), more = document.getElementById("more");
    var clear = document.getElementById("clear"), all = false;
    var claims = data.claims.map(function (row, place) {
      var label = plain(row[5]), paper = data.papers[row[1]];
      return {page: row[0], paper: paper, verdict: data.verdicts[row[2]], kind: row[3] < 0 ? "" : data.kinds[row[3]], shown: row[4], title: row[6],
        place: place, id: plain(paper) + "/" + label, label: label, head: label.split(":")[0], where: plain(row[4]),
        numbers: label.split(/[:\-]/), words: (row[7] + " " + plain(row[4]).replace(/[().,]/g, " ")).split(/\s+/).concat(label.split(/[:\-]/))};
    });

    function state() {
      var given = new URLSearchParams(location.hash.slice(1)), asked = new URLSearchParams(location.search);
      return {q: given.has("q") ? given.get("q") : location.hash.length > 1 ? "" : asked.get("q") || "", paper: given.get("paper") || "",
        verdict: given.get("verdict") || "", erratum: given.get("erratum") || ""};
    }

    function matches(asked) {
      var words = plain(asked.q).replace(/eq\.|theorem \(|[(),]/g, " ").split(/\s+/).filter(Boolean), hits = [];
      claims.forEach(function (claim) {
        if (asked.paper && claim.paper !== asked.paper || asked.verdict && claim.verdict[0] !== asked.verdict) { return; }
        if (asked.erratum === "any" ? !claim.kind || claim.kind === "garbled" : asked.erratum && claim.kind !== asked.erratum) { return; }
        var sum = 0, fits = words.every(function (word) { var one = fit(word, claim); sum += one; return one >= 0; });
        if (fits) { hits.push({claim: claim, sum: sum}); }
      });
      return hits.sort(function (one, other) { return one.sum - other.sum || one.claim.place - other.claim.place; });
    }

    function row(claim) {
      var item = document.createElement("li"), link = document.createElement("a");
      link.className = "place"; link.href = claim.page; link.textContent = claim.shown;
      item.append(link);
      if (claim.label.indexOf(":") > 0) { item.append(span("part-name", "(" + claim.label.split(":").slice(1).join(":") + ")")); }
      if (data.papers.length > 1) { item.append(span("of", claim.paper)); }
      var title = span("title", "");
      title.innerHTML = claim.title;
      item.append(title);
      var end = span("end", "");
      if (claim.kind) { end.append(span("tag", claim.kind), " "); }
      end.append(span("verdict v-" + claim.verdict[1], claim.verdict[2] + " " + claim.verdict[0]));
      item.append(end);
      return item;
    }

    function span(name, text) {
      var made = document.createElement("span");
      made.className = name; made.textContent = text;
      return made;
    }

    function show() {
      var asked = state(), any = asked.q || asked.paper || asked.verdict || asked.erratum;
      if (document.activeElement !== box) { box.value = asked.q; }
      fields.forEach(function (field) { if (field) { field.value = asked[field.id]; } });
      document.getElementById("results").hidden = !any;
      document.getElementById("start").hidden = Boolean(any);
      clear.hidden = !any;
      if (!any) { list.replaceChildren(); return; }
      var hits = matches(asked), few = all ? hits : hits.slice(0, SHOWN);
      list.replaceChildren.apply(list, few.map(function (hit) { return row(hit.claim); }));
      found.textContent = hits.length ? hits.length + (hits.length === 1 ? " claim" : " claims") : "Nothing fits. A place (27), an id or words of a title are found.";
      more.hidden = few.length === hits.length;
      more.textContent = "Show all " + hits.length;
    }

    function told() {
      var asked = new URLSearchParams();
      if (box.value.trim()) { asked.set("q", box.value.trim()); }
      fields.forEach(function (field) { if (field && field.value) { asked.set(field.id, field.value); } });
      all = false;
      history.replaceState(null, "", "#" + asked.toString());
      show();
    }

    document.getElementById("filters").hidden = false;
    box.addEventListener("input", told);
    fields.forEach(function (field) { if (field) { field.addEventListener("change", told); } });
    clear.addEventListener("click", function () { box.value = ""; fields.forEach(function (field) { if (field) { field.value = ""; } }); told(); box.focus(); });
    more.addEventListener("click", function () {
      var before = list.children.length;
      all = true; show();
      list.children[before].querySelector("a").focus();
    });
    document.getElementById("search").addEventListener("submit", function (event) {
      var first = list.querySelector("a");
      event.preventDefault();
      if (first) { location.href = first.href; }
    });
    box.addEventListener("keydown", function (event) { if (event.key === "Escape" && box.value) { event.preventDefault(); box.value = ""; told(); } });
    window.addEventListener("hashchange", show);
    if (state().q) { box.value = state().q; }
    show();
  }

  if (document.getElementById("results") && typeof THEOREMTEST !== "undefined") { search(THEOREMTEST); }

  /* Buttons: the address of the page, or an entry for BibTeX, with the address where it is one on the web. */
  function entry(text) {
    return /^https?:$/.test(location.protocol) ? text.replace(/\n}\s*$/, "\n  url = {" + location.href.split("#")[0] + "},\n}") : text;
  }
  function copy(text) {
    if (navigator.clipboard && window.isSecureContext) { return navigator.clipboard.writeText(text); }
    var area = document.createElement("textarea"), done;
    area.value = text; document.body.append(area); area.select();
    done = document.execCommand("copy"); area.remove();
    return done ? Promise.resolve() : Promise.reject(new Error("copying is not allowed"));
  }
  document.querySelectorAll("button.copy").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var block = button.closest(".copied"), said = block.querySelector(".said");
      var text = button.dataset.copy === "link" ? location.href.split("#")[0] : entry(block.nextElementSibling.textContent);
      copy(text).then(function () { said.textContent = "Copied."; }, function () { said.textContent = "The browser does not allow it."; });
    });
  });

  document.querySelectorAll("svg.graph a.node").forEach(function (node) {
    var drawing = node.closest("svg"), id = node.dataset.id;
    function mark(on) {
      drawing.classList.toggle("traced", on);
      node.classList.toggle("near", on);
      drawing.querySelectorAll(".edge").forEach(function (edge) {
        if (edge.dataset.from !== id && edge.dataset.to !== id) { return; }
        edge.classList.toggle("near", on);
        var end = drawing.querySelector('a.node[data-id="' + (edge.dataset.from === id ? edge.dataset.to : edge.dataset.from) + '"]');
        if (end) { end.classList.toggle("near", on); }
      });
    }
    ["mouseenter", "focus"].forEach(function (name) { node.addEventListener(name, function () { mark(true); }); });
    ["mouseleave", "blur"].forEach(function (name) { node.addEventListener(name, function () { mark(false); }); });
  });

  /* What is wider than its place scrolls: let the keyboard reach it. Little by little, and parts of a long page once they are laid out. */
  var SCROLLS = ".formula, .wide, .side, .condition.long, pre, .title", MOST = 40, waiting = [];
  var later = window.requestIdleCallback || function (call) { setTimeout(call, 20); };
  function look(part) {
    if (!waiting.length) { later(reach); }
    delete document.documentElement.dataset.ready;
    waiting = waiting.concat(Array.from(part.querySelectorAll(SCROLLS)));
  }
  function reach() {
    waiting.splice(0, MOST).filter(function (node) { return node.scrollWidth > node.clientWidth; }).forEach(function (node) {
      node.tabIndex = 0;
      node.setAttribute("role", "group");
      node.setAttribute("aria-label", (node.dataset.scrolls || "formula or table") + ", scrolls");
    });
    if (waiting.length) { later(reach); } else { document.documentElement.dataset.ready = ""; }
  }
  document.addEventListener("contentvisibilityautostatechange", function (event) { if (!event.skipped) { look(event.target); } });
  document.addEventListener("toggle", function (event) { look(event.target); }, true);
  look(document);
})();
