(function () {
  "use strict";
  var form = document.querySelector(".search"), box = document.getElementById("filter");
  var choice = document.getElementById("filter-verdict"), found = document.getElementById("found");
  var claims = Array.from(document.querySelectorAll("article.claim")).map(function (node) {
    return {node: node, text: node.textContent.toLowerCase().replace(/\s+/g, " ")};
  });
  function apply() {
    var words = box.value.toLowerCase().split(/\s+/).filter(Boolean), wanted = choice.value, shown = 0;
    claims.forEach(function (claim) {
      var verdict = !wanted || (wanted === "erratum" ? "erratum" in claim.node.dataset && claim.node.dataset.erratum !== "garbled" :
        wanted.indexOf("erratum-") === 0 ? claim.node.dataset.erratum === wanted.slice(8) : claim.node.dataset.verdict === wanted);
      var fits = verdict && words.every(function (word) { return claim.text.indexOf(word) >= 0; });
      claim.node.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    document.querySelectorAll("section.part").forEach(function (part) {
      part.hidden = !part.querySelector("article.claim:not([hidden])");
    });
    found.textContent = words.length || wanted ? shown + " of " + claims.length : "";
  }
  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  box.addEventListener("input", apply);
  choice.addEventListener("change", apply);
  window.addEventListener("hashchange", function () {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.closest("[hidden]")) { box.value = ""; choice.value = ""; apply(); target.scrollIntoView(); }
  });
  document.querySelectorAll("svg.graph a.node").forEach(function (node) {
    var drawing = node.closest("svg"), id = node.dataset.id;
    function mark(on) {
      drawing.classList.toggle("traced", on);
      node.classList.toggle("near", on);
      drawing.querySelectorAll(".edge").forEach(function (edge) {
        if (edge.dataset.from !== id && edge.dataset.to !== id) { return; }
        edge.classList.toggle("near", on);
        var other = edge.dataset.from === id ? edge.dataset.to : edge.dataset.from;
        var end = drawing.querySelector('a.node[data-id="' + other + '"]');
        if (end) { end.classList.toggle("near", on); }
      });
    }
    ["mouseenter", "focus"].forEach(function (name) { node.addEventListener(name, function () { mark(true); }); });
    ["mouseleave", "blur"].forEach(function (name) { node.addEventListener(name, function () { mark(false); }); });
  });
  if (window.matchMedia("(max-width: 70rem)").matches) {
    document.querySelector("nav.contents details").open = false;
  }
})();
