"""Verdicts as JUnit XML, which build servers read."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import path_of
from digsite.simulator.runs.atomic_files import check_kind, write_text


class Case(NamedTuple):
    """One case: what it is about, what was found, and "failure" or "error" where it did not pass, with its verdict."""

    about: str
    name: str
    message: str
    problem: str = ""
    verdict: str = ""


def free_file(junit: Path | str) -> Path:
    """Return the file for the verdicts; refuse one that cannot be written, before any game is played."""
    path = path_of("junit", junit)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise WrongUse(
            OPTIONS["junit"], f" {path} cannot be written: {'it is a' if path.is_dir() else 'there is no such'} folder."
        )
    check_kind(path, ".xml")
    return path


def write_junit(path: Path, name: str, cases: Sequence[Case]) -> None:
    """Write cases as one suite of this name."""
    counts = {
        "tests": len(cases),
        "failures": sum(case.problem == "failure" for case in cases),
        "errors": sum(case.problem == "error" for case in cases),
        "skipped": 0,
    }
    written = {key: str(value) for key, value in counts.items()}
    suites = ElementTree.Element("testsuites", written)
    suite = ElementTree.SubElement(suites, "testsuite", {"name": name, **written})
    for case in cases:
        entry = ElementTree.SubElement(suite, "testcase", {"classname": case.about, "name": case.name})
        if case.problem:
            ElementTree.SubElement(entry, case.problem, {"type": case.verdict, "message": case.message})
        else:
            ElementTree.SubElement(entry, "system-out").text = case.message
    ElementTree.indent(suites)
    try:
        write_text(path, ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n")
    except OSError as problem:
        raise DigsiteError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
