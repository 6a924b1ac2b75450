"""The packages of the wheel: the folders at the top level install below `rederive`, so that they collide with nobody's own."""

from setuptools import find_packages, setup

FLOORS = ("derivations", "numerics", "reports")
DATA = ("rederive.reports.render.templates",)

rooms = [f"rederive.{name}" for floor in FLOORS for name in (floor, *(f"{floor}.{room}" for room in find_packages(floor)))]
setup(
    packages=["rederive", *rooms, *DATA],
    package_dir={"rederive": "rederive", **{f"rederive.{floor}": floor for floor in FLOORS}},
)
