"""A phone at the table: a real browser, a real server, a real socket."""

import re
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--no-first-run", "--disable-extensions",
]  # fmt: skip
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def phone(browser, site):
    """A page of phone size on the site; a script error or a word on its console fails the test."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(8_000)
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"http://127.0.0.1:{site.port}/")
    page.evaluate("window.opened = 'once'")
    yield page
    assert page.evaluate("window.opened") == "once", "the page was loaded again"
    context.close()
    assert said == []


def declare(phone, seat, xi, source="别人翻的"):
    ready(phone)
    phone.get_by_role("radio", name=seat).check()
    phone.get_by_role("radio", name=source).check()
    phone.locator("#xi").fill(str(xi))
    phone.locator("#hu").click()


def ready(phone):
    expect(phone.locator("#status")).to_have_class(re.compile("ready"))


def totals(phone):
    return phone.locator("#players .total").all_inner_texts()


def test_the_right_number_is_confirmed_without_a_reload(phone):
    declare(phone, "南家", 18)
    ruling = phone.locator("#ruling.confirmed")
    expect(ruling).to_contain_text("18 戏")
    expect(ruling.locator(".groups li")).to_have_count(7)
    expect(ruling.locator(".sum")).to_contain_text("6 + 6 + 3 + 3 = 18 戏")
    expect(phone.locator("#players .total").first).to_have_text("4")
    assert totals(phone) == ["4", "−2", "−2"]
    expect(phone.locator("#history tbody tr")).to_have_count(1)


def test_a_wrong_number_says_by_how_much(phone):
    declare(phone, "南家", 21)
    expect(phone.locator("#ruling.miscounted")).to_contain_text("多报 3 戏")
    expect(phone.locator("#ruling")).to_contain_text("3 too many")
    declare(phone, "南家", 16)
    expect(phone.locator("#ruling")).to_contain_text("少报 2 戏")
    assert totals(phone) == ["0", "0", "0"]


def lay(site, stage, name):
    """Lay other cards on the table and wait until they are read."""
    state = before = site.live.state()
    stage.shows = name
    while state.picture == before.picture or not state.ready:
        state = site.live.newer(state.version, 10)


def test_one_tap_settles_what_the_picture_cannot_show(phone, site, stage):
    ready(phone)
    lay(site, stage, "nines")
    declare(phone, "南家", 21)
    question = phone.locator("#ruling.unsure .choices")
    question.get_by_role("button", name="坎").click()
    expect(phone.locator("#ruling.confirmed")).to_contain_text("21 戏")


def test_every_phone_in_the_room_sees_it(phone, browser, site):
    other = browser.new_context(viewport=PHONE).new_page()
    other.goto(f"http://127.0.0.1:{site.port}/")
    declare(phone, "南家", 18)
    expect(other.locator("#ruling.confirmed")).to_contain_text("18 戏")
    other.context.close()


def test_a_phone_that_wakes_up_sees_what_it_missed(phone, site):
    ready(phone)
    phone.evaluate(SLEEP, True)
    site.live.declare(0, 18, None)
    expect(phone.locator("#ruling")).to_be_hidden()
    phone.evaluate(SLEEP, False)
    expect(phone.locator("#ruling")).to_be_visible()


SLEEP = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_lost_camera_is_told(phone, stage):
    ready(phone)
    stage.lost = True
    expect(phone.locator("#warning")).to_contain_text("the cable is out")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_phone(phone, scheme):
    phone.emulate_media(color_scheme=scheme)
    declare(phone, "南家", 18)
    expect(phone.locator("#ruling.confirmed")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_number_that_is_none_is_asked_for_again(phone):
    declare(phone, "南家", "")
    expect(phone.locator("#refusal")).to_contain_text("请填戏数")


def test_the_number_is_set_with_the_thumb(phone):
    for _ in range(3):
        phone.get_by_role("button", name="多一戏").click()
    expect(phone.locator("#hu")).to_contain_text("胡，18 戏")
    phone.get_by_role("button", name="少一戏").click()
    expect(phone.locator("#hu")).to_contain_text("胡，17 戏")


def test_a_drawn_round_is_booked_and_taken_back(phone):
    phone.get_by_role("button", name="荒牌").click()
    expect(phone.locator("#history tbody tr")).to_have_count(0)
    phone.locator("#yes").click()
    expect(phone.locator("#history tbody td").first).to_have_text("1 · 荒")
    phone.get_by_role("button", name="撤销").click()
    phone.locator("#yes").click()
    expect(phone.locator("#history tbody tr")).to_have_count(0)


def test_an_offence_is_asked_about_and_voids_the_win(phone):
    declare(phone, "南家", 18)
    expect(phone.locator("#ruling.confirmed")).to_be_visible()
    phone.get_by_role("button", name="犯规 Offence", exact=True).click()
    offence = phone.locator("#offence")
    offence.get_by_role("radio", name="南家").check()
    offence.get_by_role("radio", name="失提").check()
    offence.get_by_role("radio", name="上一局").check()
    offence.get_by_role("button", name="记犯规").click()
    expect(phone.locator("#sure")).to_contain_text("南家失提，付 6？")
    assert totals(phone) == ["4", "−2", "−2"]
    phone.locator("#yes").click()
    expect(phone.locator("#players .total").first).to_have_text("−6")
    assert totals(phone) == ["−6", "3", "3"]
    expect(phone.locator("#history tbody td").first).to_contain_text("无效")


def test_a_tap_on_a_name_changes_it(phone):
    phone.get_by_role("button", name="南家 改名").click()
    phone.locator("#name").fill("老王")
    phone.get_by_role("button", name="好").click()
    expect(phone.locator("#players .who").first).to_contain_text("老王")
    expect(phone.locator("#seats")).to_contain_text("老王")
