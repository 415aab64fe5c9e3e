"""What is wrong with a run is said in one sentence before it begins."""

import importlib
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from contactscraper import settings as module
from contactscraper.commands.checks import check_arguments, check_data_dir, check_input, check_plain, check_settings
from contactscraper.storage.shards import fix_count


def settings(**given: object) -> Settings:
    made = Settings()
    made.setmodule("contactscraper.settings", priority="project")
    made.setdict(given, priority="cmdline")
    return made


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"imput": "urls.txt"}, "There is no argument 'imput'; did you mean input?"),
        ({"colour": "red"}, "There is no argument 'colour'; did you mean column?"),
        ({"zzz": "1"}, "There is no argument 'zzz'; it can be input, column, keep, force, retries."),
        ({"retries": "1"}, "retries is '1'; it can be 'only', or left out."),
        ({"input": ""}, "input is empty; give it a value, or leave it out."),
        ({"input": "a.csv", "column": " "}, "column is empty; give it a value, or leave it out."),
    ],
)
def test_arguments_that_do_not_exist(given: dict[str, str], sentence: str) -> None:
    """An argument that nobody reads is refused: a misspelt input would visit the due retries and look like success."""
    with pytest.raises(UsageError, match="^" + sentence.replace("?", r"\?")):
        check_arguments(given)


def test_arguments_that_exist() -> None:
    """The spider's own arguments pass, and so do those that Scrapyd adds."""
    check_arguments({"input": "a.txt", "column": "url", "keep": "id", "force": "1", "retries": "only", "_job": "7"})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TAB_TIMEOUT", "soon", "TAB_TIMEOUT is 'soon'; it must be a number."),
        ("TAB_ENABLED", "perhaps", "TAB_ENABLED is 'perhaps'; it must be True or False."),
        ("PORT_MAP", "80", "PORT_MAP is '80'; it must be a JSON object."),
        ("CLOSESPIDER_TIMEOUT", "x", "CLOSESPIDER_TIMEOUT is 'x'; it must be a number."),
        ("TAB_CONCURRENCY", "0", "TAB_CONCURRENCY must be at least 1: TAB_ENABLED=False switches tabs off."),
        ("DATA_DIR_WAIT", "-5", "DATA_DIR_WAIT must be at least 0: it is a time in seconds; 0 leaves at once."),
        ("METRICS_INTERVAL", "0", "METRICS_INTERVAL must be at least 0.1: the file is written anew each time."),
        ("METRICS_PORT", "99999", "METRICS_PORT is 99999; it can be 1 to 65535, or 0 for none."),
        ("METRICS_PORT", "-1", "METRICS_PORT is -1; it can be 1 to 65535, or 0 for none."),
        ("CONTACTS_WANTED", "fax", "CONTACTS_WANTED is 'fax'; it can be any, email, phone."),
        ("ALLOW_PRIVATE_ADDRESSES", "10.0.0.0/99", "ALLOW_PRIVATE_ADDRESSES cannot be read"),
    ],
)
def test_settings_that_cannot_be(name: str, value: str, sentence: str) -> None:
    """A setting that a component would trip over later is named, with its value and what it can be."""
    with pytest.raises(UsageError) as raised:
        check_settings(settings(**{name: value}))
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAB_TIMEOUT", "7.5"),
        ("TAB_ENABLED", "False"),
        ("PORT_MAP", '{"80": 8080}'),
        ("ALLOW_PRIVATE_ADDRESSES", "10.0.0.0/8"),
        ("ALLOW_PRIVATE_ADDRESSES", "True"),
        ("SOMEBODYS_OWN", "any thing"),
        ("FEEDS", '{"x.csv": {"format": "csv"}}'),
    ],
)
def test_settings_that_can_be(name: str, value: str) -> None:
    """Values as a command line or Scrapyd hands them over pass, and so do settings that are not ours."""
    check_settings(settings(**{name: value}))


def test_a_job_needs_an_absolute_data_dir(tmp_path: Path) -> None:
    """In a job a relative DATA_DIR would depend on where Scrapyd was started, and is refused; by hand it is not."""
    with pytest.raises(UsageError, match="CONTACTSCRAPER_DATA_DIR"):
        check_data_dir(settings(DATA_DIR="data"), {"_job": "7"})
    assert check_data_dir(settings(DATA_DIR="data"), {}) == Path("data").absolute()
    assert check_data_dir(settings(DATA_DIR=str(tmp_path)), {"_job": "7"}) == tmp_path


def test_a_plain_crawl_leaves_shards_alone(tmp_path: Path) -> None:
    """Where DATA_DIR is cut into shards a plain crawl names the command for it; a plain DATA_DIR passes."""
    check_plain(tmp_path)
    check_plain(tmp_path / "not-yet")
    fix_count(tmp_path, 8)
    with pytest.raises(UsageError, match="is cut into 8 shards; crawl there with scrapy fleet"):
        check_plain(tmp_path)


def test_a_jobs_relative_list_says_where_it_was_looked_for() -> None:
    """A job's relative path that leads nowhere is answered with the folder in which it was looked for."""
    with pytest.raises(UsageError, match=f"There is no file lists/none.txt.* Relative paths begin in {Path.cwd()}"):
        check_input({"input": "lists/none.txt", "_job": "7"})
    with pytest.raises(UsageError, match="no standard input"):
        check_input({"input": "-", "_job": "7"})


def test_the_variable_sets_data_dir(monkeypatch: pytest.MonkeyPatch) -> None:
    """CONTACTSCRAPER_DATA_DIR is DATA_DIR's default; an empty one counts as unset."""
    for value, expected in (("/srv/contacts", "/srv/contacts"), ("", "data")):
        monkeypatch.setenv("CONTACTSCRAPER_DATA_DIR", value)
        data_dir = importlib.reload(module).DATA_DIR
        assert data_dir == expected
