"""`scrapy funnel`: its text in a terminal, and its report in light, dark and on a phone."""

from playwright.sync_api import Page

from tests.commands.running import scrapy
from tests.pictures.studio import Studio


def draw(studio: Studio) -> None:
    html = studio.data / "report.html"
    done = scrapy(studio.data, "funnel", "--html", str(html))
    assert done.status == 0, done.err
    studio.terminal("funnel", "scrapy funnel", done.out)
    address = html.as_uri()
    studio.page("report", address, 1280, 1160, prepare=ready)
    studio.page("report-dark", address, 1280, 900, dark=True, prepare=the_dead)
    studio.page("report-phone", address, 390, 844, scale=1.5, prepare=ready)


def ready(page: Page) -> None:
    page.wait_for_selector("html[data-ready]")


def the_dead(page: Page) -> None:
    """The log view with a filter in force."""
    ready(page)
    page.click('[data-facet="outcome"][data-value="dead"]')
    page.click("text=Show the rows")
    page.mouse.move(0, 0)
