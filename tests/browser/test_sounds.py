"""Sounds, rendered to samples: neither too loud nor too quiet, and without clicks."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK, GamePage, start_on_one_screen
from tests.browser.server import ServerProcess

FAKE_AUDIO: Final = """
window.AudioContext = function () {
  const context = new OfflineAudioContext(1, 48000 * 3, 48000);
  Object.defineProperty(context, "state", { value: "running" });
  return (window.audio = context);
};
"""
MEASURE: Final = """async () => {
  const samples = (await window.audio.startRendering()).getChannelData(0);
  const result = { peak: 0, step: 0, first: samples[0], last: 0 };
  samples.forEach((sample, at) => {
    result.peak = Math.max(result.peak, Math.abs(sample));
    if (at) result.step = Math.max(result.step, Math.abs(sample - samples[at - 1]));
    if (Math.abs(sample) > 0.001) result.last = at / 48000;
  });
  return result;
}"""


def measure(table: GamePage) -> dict[str, Any]:
    """Return the peak, the largest step and the length of the sounds since the page was loaded."""
    measured: dict[str, Any] = table.page.evaluate(MEASURE)
    return measured


@pytest.mark.slow
def test_sounds_are_short_soft_and_without_clicks(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    page = table.page
    table.play(*QUICK[:-2])
    page.add_init_script(FAKE_AUDIO)
    page.reload()
    table.play(QUICK[-2])
    tap = measure(table)
    assert 0.05 < tap["peak"] < 0.5
    assert 0.03 < tap["last"] < 0.3
    page.reload()
    table.play(QUICK[-1])
    table.result.wait_for()
    end = measure(table)  # includes the tap of the last tile
    assert 0.05 < end["peak"] < 0.6
    assert 0.6 < end["last"] < 2
    for sound in (tap, end):
        assert sound["first"] == 0
        assert sound["step"] < 0.1, "a jump between samples is audible as a click"
