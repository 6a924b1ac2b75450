"""The dependency graph laid out and drawn: one band per section, columns by how deep a claim rests on others, as SVG.

The layout is plain data in points, so that the HTML page and the LaTeX document draw the same picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theoremtest.numerics.extras import needing

from .model import PaperView
from .words import GROUNDS, slug

with needing("the report"):
    import networkx as nx
    from markupsafe import Markup

NODE_WIDTH, NODE_HEIGHT = 118.0, 26.0
COLUMN, ROW = 148.0, 35.0
LETTERS = 18
BAND_TOP, BAND_GAP, MARGIN = 30.0, 14.0, 16.0
LOOSE_PER_ROW_MINIMUM = 4


@dataclass(frozen=True)
class Node:
    """A claim at its place; x and y are the centre."""

    id: str
    label: str
    title: str
    verdict: str
    ground: str
    x: float
    y: float


@dataclass(frozen=True)
class Band:
    """A section's horizontal strip."""

    title: str
    y: float
    height: float


@dataclass(frozen=True)
class Layout:
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    """Pairs (used, user): an arrow runs from what is used to what rests on it."""
    bands: tuple[Band, ...]
    width: float
    height: float

    def node(self, identity: str) -> Node:
        """The box of a claim."""
        return next(node for node in self.nodes if node.id == identity)


def graph_of(paper: PaperView) -> nx.DiGraph:
    """Claims as nodes, an edge from each used claim to its user. Claims of other papers are left out."""
    graph = nx.DiGraph()
    graph.add_nodes_from(claim.id for claim in paper.claims)
    for claim in paper.claims:
        graph.add_edges_from((link.id, claim.id) for link in claim.uses if link.id in graph)
    return graph


def layout(paper: PaperView) -> Layout:
    """Columns are topological generations; within a section's band a column is ordered to keep its arrows short.

    Claims with no arrow at all are set in rows at the foot of their band.
    """
    graph = graph_of(paper)
    generation = {node: depth for depth, nodes in enumerate(nx.topological_generations(graph)) for node in nodes}
    columns = max(generation.values(), default=0) + 1
    per_row = max(columns, LOOSE_PER_ROW_MINIMUM)
    placed: dict[str, Node] = {}
    bands = []
    top = MARGIN
    for section in paper.sections:
        loose = [claim for claim in section.claims if graph.degree(claim.id) == 0]
        tied = [claim for claim in section.claims if graph.degree(claim.id) > 0]
        stacks: dict[int, list] = {}
        for claim in tied:
            stacks.setdefault(generation[claim.id], []).append(claim)
        tallest = max((len(stack) for stack in stacks.values()), default=0)
        loose_rows = -(-len(loose) // per_row)
        first = top + BAND_TOP + ROW / 2
        for depth in sorted(stacks):
            stack = stacks[depth]
            stack.sort(key=lambda claim: _pull(claim.id, graph, placed, paper))
            for place, claim in enumerate(stack):
                placed[claim.id] = _node(claim, depth, first + place * ROW)
        for place, claim in enumerate(loose):
            row, column = divmod(place, per_row)
            placed[claim.id] = _node(claim, column, first + (tallest + row) * ROW)
        height = BAND_TOP + (tallest + loose_rows) * ROW + BAND_GAP / 2
        bands.append(Band(section.title, top, height))
        top += height + BAND_GAP
    order = [claim.id for claim in paper.claims]
    width = 4 * MARGIN + (per_row - 1) * COLUMN + NODE_WIDTH
    return Layout(nodes=tuple(placed[identity] for identity in order), edges=tuple(graph.edges), bands=tuple(bands),
                  width=width, height=top - BAND_GAP + MARGIN)


def _node(claim, column: int, y: float) -> Node:
    """A claim's box. Its band names the section, so a claim of the section's prose goes by its own name alone."""
    place, _, part = claim.label.partition(":")
    if place.startswith(("sec-", "app-")) and part:
        label = part
    else:
        label = f"({place})" if place[0].isdigit() else place
        label += f" {part}" if part else ""
    return Node(id=claim.id, label=label, title=claim.title_in_a_line, verdict=claim.verdict, ground=claim.ground,
                x=2 * MARGIN + NODE_WIDTH / 2 + column * COLUMN, y=y)


def _pull(identity: str, graph: nx.DiGraph, placed: dict[str, Node], paper: PaperView) -> tuple:
    """Sort key: the mean height of what the claim uses, as far as that is placed; else its place in the paper."""
    heights = [placed[used].y for used in graph.predecessors(identity) if used in placed]
    order = next(place for place, claim in enumerate(paper.claims) if claim.id == identity)
    return (sum(heights) / len(heights) if heights else float("inf"), order)


def edge_path(start: Node, end: Node) -> tuple[tuple[float, float], ...]:
    """The four control points of an arrow's curve, from the right side of `start` to the left side of `end`."""
    x0, x1 = start.x + NODE_WIDTH / 2, end.x - NODE_WIDTH / 2
    bend = max((x1 - x0) / 2, 20.0)
    return ((x0, start.y), (x0 + bend, start.y), (x1 - bend, end.y), (x1, end.y))


def shortened(label: str, limit: int = LETTERS) -> str:
    """A label that fits its box."""
    return label if len(label) <= limit else label[:limit - 1] + "…"


def svg(drawing: Layout, name: str, address: Callable[[str], str] = "#{}".format) -> Markup:
    """The drawing as inline SVG: colours come from the page's style, nodes link to their claims, titles show on hover.

    name: a word that makes the drawing's own ids unique on the page. address: where the claim of an id is found.
    """
    at = {node.id: node for node in drawing.nodes}
    verdicts = {node.id: node.verdict for node in drawing.nodes}
    neighbours: dict[str, list[str]] = {node.id: [] for node in drawing.nodes}
    for used, user in drawing.edges:
        neighbours[used].append(user)
        neighbours[user].append(used)
    parts = [Markup('<svg class="graph" role="group" aria-label="Dependency graph of {}" viewBox="0 0 {:.0f} {:.0f}" width="{:.0f}" '
                    'height="{:.0f}" xmlns="http://www.w3.org/2000/svg">').format(
                        name, drawing.width, drawing.height, drawing.width, drawing.height),
             Markup('<defs><marker id="tip-{0}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
                    '<path d="M0 0.8 L8 4 L0 7.2 z" class="tip"/></marker>'
                    '<pattern id="hatch-{0}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                    '<rect width="5" height="5" class="hatch-ground"/><rect width="2" height="5" class="hatch-line"/></pattern></defs>'
                    ).format(name)]
    for band in drawing.bands:
        parts.append(Markup('<g class="band"><rect x="{:.0f}" y="{:.1f}" width="{:.0f}" height="{:.1f}" rx="6"/>'
                            '<text x="{:.0f}" y="{:.1f}">{}</text></g>').format(
                                MARGIN, band.y, drawing.width - 2 * MARGIN, band.height, MARGIN + 10, band.y + 19, band.title))
    for used, user in drawing.edges:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = edge_path(at[used], at[user])
        parts.append(Markup('<path class="edge" data-from="{}" data-to="{}" marker-end="url(#tip-{})" '
                            'd="M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}"/>').format(
                                used, user, name, x0, y0, x1, y1, x2, y2, x3, y3))
    for node in drawing.nodes:
        fill = Markup(' style="fill:url(#hatch-{})"').format(name) if node.ground == "corrected" else ""
        hover = f"{node.id}: {node.title}. As printed: {verdicts[node.id]}; {GROUNDS[node.ground]}."
        parts.append(Markup('<a href="{12}" class="node v-{1} g-{2}" data-id="{0}"><title>{3}</title>'
                            '<rect x="{4:.1f}" y="{5:.1f}" width="{6:.0f}" height="{7:.0f}" rx="5"{8}/>'
                            '<text x="{9:.1f}" y="{10:.1f}" text-anchor="middle">{11}</text></a>').format(
                                node.id, slug(node.verdict), node.ground, hover, node.x - NODE_WIDTH / 2, node.y - NODE_HEIGHT / 2,
                                NODE_WIDTH, NODE_HEIGHT, fill, node.x, node.y + 4.5, shortened(node.label), address(node.id)))
    parts.append(Markup("</svg>"))
    return Markup("\n").join(parts)
