"""What `xingjia demo` shows a stranger: drawn tables, the real networks, a real browser."""

import re
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from device.serve import demo_parts, network_reader, running
from device.virtual import VirtualCamera

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--no-first-run", "--disable-extensions",
]  # fmt: skip
SEED = 2  # its first hand leaves no question open
PATIENT_MS = 60_000  # drawing and reading a table takes seconds on a slow machine


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demonstration, quicker between its tables, and the camera that knows the truth."""
    camera = VirtualCamera(seed=SEED, hold=4, settled=1)
    data = tmp_path_factory.mktemp("record")
    with running(demo_parts(camera, network_reader), "127.0.0.1", 0, data) as site:
        yield site, camera


@pytest.fixture(scope="module")
def phone(demo):
    site, _ = demo
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.set_default_timeout(PATIENT_MS)
        page.goto(f"http://127.0.0.1:{site.port}/")
        page.evaluate("window.opened = 'once'")
        yield page
        browser.close()


def declare(phone, truth, xi):
    expect(phone.locator("#status")).to_have_class(re.compile("ready"), timeout=PATIENT_MS)
    seat = ("南家", "东家", "北家", "西家")[truth.winner]
    source = {"self": "自摸", "other": "别人翻的"}[str(truth.position.win.source)]
    phone.get_by_role("radio", name=seat).check()
    phone.get_by_role("radio", name=source).check()
    phone.locator("#xi").fill(str(xi))
    phone.locator("#hu").click()


def test_a_stranger_sees_a_hand_miscounted_and_then_verified(demo, phone):
    _, camera = demo
    expect(phone.locator("#hint")).to_contain_text("戏", timeout=PATIENT_MS)
    truth = camera.truth

    declare(phone, truth, truth.xi + 3)
    ruling = phone.locator("#ruling")
    expect(ruling).to_contain_text("多报 3 戏")
    expect(ruling).to_contain_text("3 too many")
    totals = phone.locator("#players .total")
    assert totals.all_inner_texts() == ["0", "0", "0"]

    declare(phone, truth, truth.xi)
    expect(phone.locator("#ruling.confirmed")).to_contain_text(f"{truth.xi} 戏")
    expect(phone.locator("#history tbody tr")).to_have_count(1)
    won = [int(text.replace("−", "-")) for text in totals.all_inner_texts()]
    assert sum(won) == 0
    assert won[truth.winner] == max(won) > 0
    assert phone.evaluate("window.opened") == "once", "the page was loaded again"
