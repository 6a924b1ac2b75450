"""The packages of the wheel: the floors stand at the top level and install below `theoremtest`, so that they collide with nobody's own."""

from setuptools import find_packages, setup

FLOORS = ("derivations", "numerics", "reports")
DATA = ("theoremtest.reports.render.templates", "theoremtest.reports.site.templates")


def rooms(folder: str, package: str) -> list[str]:
    """A folder's package and all packages below it, by the names under which they install."""
    return [package, *(f"{package}.{room}" for room in find_packages(folder))]


setup(
    packages=[*rooms("theoremtest", "theoremtest"), *(name for floor in FLOORS for name in rooms(floor, f"theoremtest.{floor}")), *DATA],
    package_dir={"theoremtest": "theoremtest", **{f"theoremtest.{floor}": floor for floor in FLOORS}},
)
