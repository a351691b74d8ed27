"""The metadata of the package: complete, and readable on a package index, where relative links lead nowhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hatch_readme import absolute_links
from hatchling.builders.sdist import SdistBuilder
from hatchling.metadata.core import CoreMetadata, ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def metadata() -> CoreMetadata:
    return ProjectMetadata(str(ROOT), PluginManager()).core


def test_links_of_the_long_description_are_absolute(metadata: CoreMetadata) -> None:
    targets = re.findall(r"\]\(([^)]+)\)", metadata.readme)
    assert len(targets) > 20
    assert [target for target in targets if not target.startswith("https://")] == []
    assert metadata.readme_content_type == "text/markdown"


def test_pictures_and_pages_have_different_addresses() -> None:
    text = "![a](docs/a.jpg) [b](docs/b.md#c) [d](https://example.org) [e](#here)"
    assert absolute_links(text, "https://example.org/skep") == (
        "![a](https://example.org/skep/raw/main/docs/a.jpg) [b](https://example.org/skep/blob/main/docs/b.md#c)"
        " [d](https://example.org) [e](#here)"
    )


def test_the_repository_is_named_in_one_place(metadata: CoreMetadata) -> None:
    address = metadata.urls["Repository"]
    assert all(url.startswith(address) for url in metadata.urls.values())
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    urls = project[project.index("[project.urls]") :].split("\n\n")[0]
    assert project.count(address) == urls.count(address)
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        assert address not in path.read_text(encoding="utf-8"), path


def test_the_licences_are_declared_with_their_files(metadata: CoreMetadata) -> None:
    assert metadata.license_expression == "MIT AND CC-BY-3.0 AND OFL-1.1"
    texts = ("fonts", "game-icons", "zxcvbn")
    assert metadata.license_files == ["LICENSE", *(f"LICENSES/{name}.txt" for name in texts)]
    assert "https://creativecommons.org/licenses/by/3.0/" in (ROOT / "LICENSES" / "game-icons.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in (ROOT / "LICENSES" / "fonts.txt").read_text("utf-8")


def test_the_metadata_is_complete(metadata: CoreMetadata) -> None:
    assert metadata.authors_data["name"] == ["The skep developers"]
    assert {"Repository", "Documentation", "Changelog", "Issues"} == set(metadata.urls)
    assert len(metadata.keywords) >= 4
    for beginning in ("Development Status", "Environment", "Intended Audience", "Operating System", "Typing"):
        assert any(name.startswith(beginning) for name in metadata.classifiers), beginning


def test_the_sources_are_complete() -> None:
    files = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    needed = ["hatch_build.py", "hatch_readme.py", "README.md", "LICENSES/game-icons.txt", "docs/conf.py"]
    built = ROOT / "src" / "skep" / "server" / "docs_site" / "index.html"
    if built.exists():
        needed.append(str(built.relative_to(ROOT)))
    assert set(needed) <= files


def test_the_tests_install_what_the_documentation_needs() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"sphinx", "myst-parser", "furo"} <= set(extras["docs"])
    assert any(re.match(r"skep\[.*\bdocs\b.*\]", requirement) for requirement in extras["test"])
