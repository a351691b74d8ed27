"""Sounds, rendered instead of heard: not too loud, not too quiet, and without a click at their ends."""

from __future__ import annotations

from typing import Any, Final

from tests.browser.conftest import Opener
from tests.browser.driving import QUICK, AtTheTable, same_screen
from tests.browser.serving import ServicesDep

INSTEAD: Final = """
window.AudioContext = function () {
  const rendered = new OfflineAudioContext(1, 48000 * 3, 48000);
  Object.defineProperty(rendered, "state", { value: "running" });
  return (window.heard = rendered);
};
"""
MEASURE: Final = """async () => {
  const samples = (await window.heard.startRendering()).getChannelData(0);
  const found = { peak: 0, step: 0, first: samples[0], last: 0 };
  samples.forEach((sample, at) => {
    found.peak = Math.max(found.peak, Math.abs(sample));
    if (at) found.step = Math.max(found.step, Math.abs(sample - samples[at - 1]));
    if (Math.abs(sample) > 0.001) found.last = at / 48000;
  });
  return found;
}"""


def rendered(table: AtTheTable) -> dict[str, Any]:
    found: dict[str, Any] = table.page.evaluate(MEASURE)
    return found


def test_a_tap_is_short_and_the_end_is_soft(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    page = table.page
    for move in QUICK[:-2]:
        table.play(move)
    page.add_init_script(INSTEAD)
    page.reload()
    table.play(QUICK[-2])
    tap = rendered(table)
    assert 0.05 < tap["peak"] < 0.5
    assert 0.03 < tap["last"] < 0.3
    page.reload()
    table.play(QUICK[-1])
    table.result().wait_for()
    end = rendered(table)  # with the tap of the last tile
    assert 0.05 < end["peak"] < 0.6
    assert 0.6 < end["last"] < 2
    for sound in (tap, end):
        assert sound["first"] == 0
        assert sound["step"] < 0.1, "a jump from one sample to the next is heard as a click"
