"""The dependency graph: every claim in its section's band, arrows from left to right, nothing on top of anything."""

from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from helpers.render_samples import ledger, record
from theoremtest.reports.render import graph
from theoremtest.reports.render.view import view

SVG = "{http://www.w3.org/2000/svg}"


def large():
    """120 claims in six sections, each resting on up to three earlier ones."""
    told = []
    for number in range(120):
        uses = sorted({f"sample2020/{(number * step) // (step + 2)}" for step in (1, 3, 5)} - {f"sample2020/{number}"})
        told.append(record(str(number), "x = y", where=f"Section {number // 20 + 1}", uses=uses if number % 7 else []))
    return told


@pytest.fixture(params=[ledger, large], ids=["small", "large"])
def paper(request):
    return view(request.param()).papers[0]


def test_every_claim_is_drawn_once(paper):
    assert [node.id for node in graph.layout(paper).nodes] == [claim.id for claim in paper.claims]


def test_arrows_run_from_what_is_used_to_its_user_and_to_the_right(paper):
    drawing = graph.layout(paper)
    assert sorted(drawing.edges) == sorted((link.id, claim.id) for claim in paper.claims for link in claim.uses)
    assert all(drawing.node(used).x < drawing.node(user).x for used, user in drawing.edges)


def test_no_two_boxes_touch(paper):
    for one, other in combinations(graph.layout(paper).nodes, 2):
        assert abs(one.x - other.x) >= graph.NODE_WIDTH + 4 or abs(one.y - other.y) >= graph.NODE_HEIGHT + 4


def test_boxes_lie_in_their_sections_band_and_bands_apart(paper):
    drawing = graph.layout(paper)
    for section, band in zip(paper.sections, drawing.bands, strict=True):
        for claim in section.claims:
            y = drawing.node(claim.id).y
            assert band.y < y - graph.NODE_HEIGHT / 2 and y + graph.NODE_HEIGHT / 2 < band.y + band.height
    assert all(one.y + one.height < other.y for one, other in pairwise(drawing.bands))
    assert drawing.bands[-1].y + drawing.bands[-1].height < drawing.height


def test_the_drawing_fits_its_frame(paper):
    drawing = graph.layout(paper)
    assert all(node.x - graph.NODE_WIDTH / 2 > 0 and node.x + graph.NODE_WIDTH / 2 < drawing.width for node in drawing.nodes)


def test_boxes_link_to_their_claims_and_tell_both_verdict_and_ground():
    tree = ElementTree.fromstring(str(graph.svg(graph.layout(view(ledger()).papers[0]), "sample")))
    nodes = {node.get("href"): node for node in tree.iter(f"{SVG}a")}
    four = nodes["#sample2020/4"]
    assert four.get("class") == "node v-refuted g-corrected"
    assert four.find(f"{SVG}title").text.startswith("sample2020/4: ")
    assert "As printed: refuted" in four.find(f"{SVG}title").text
    assert len(nodes) == len(ledger())


def test_a_title_cannot_break_out_of_the_drawing():
    drawing = graph.svg(graph.layout(view([record("1", "x = y", title='"><script>alert(1)</script>')]).papers[0]), "sample")
    assert "<script>" not in drawing
    assert ElementTree.fromstring(str(drawing)).tag == f"{SVG}svg"


def test_claims_of_a_sections_prose_go_by_their_own_name():
    labels = [node.label for node in graph.layout(view(ledger()).papers[0]).nodes]
    assert labels[:2] == ["(1)", "(2)"] and "aside" in labels and "lemma-A.1" in labels


def test_a_long_name_is_cut_to_its_box():
    assert graph.shortened("x" * 50, 10) == "x" * 9 + "…"
