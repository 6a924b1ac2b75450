"""The packages of the wheel: the floors stand at the top level and install below `rederive`, so that they collide with nobody's own."""

from setuptools import find_packages, setup

FLOORS = ("derivations", "numerics", "reports")
DATA = ("rederive.reports.render.templates", "rederive.reports.site.templates")


def rooms(folder: str, package: str) -> list[str]:
    """A folder's package and all packages below it, by the names under which they install."""
    return [package, *(f"{package}.{room}" for room in find_packages(folder))]


setup(
    packages=[*rooms("rederive", "rederive"), *(name for floor in FLOORS for name in rooms(floor, f"rederive.{floor}")), *DATA],
    package_dir={"rederive": "rederive", **{f"rederive.{floor}": floor for floor in FLOORS}},
)
