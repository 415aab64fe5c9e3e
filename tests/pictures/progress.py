"""Pictures of a terminal: a run while it runs, and its summary."""

import re
import tempfile
from pathlib import Path

from tests.crawl.harness import command, on_a_terminal, write_list
from tests.pictures.studio import Studio
from tests.web import Web

#: Kinds of the test web's numbered hosts, and how many of them the list of the picture has.
MIX = {"ok": 150, "contact": 70, "dead": 40, "empty": 25, "wall": 3, "tab": 6, "retry": 6}
#: The part of the list that is done in the picture.
DONE = 0.6
WIDTH = 100
#: How rich takes its last frame back.
BACK = re.compile(r"(?:\r?\x1b\[(?:\d*A|2K))+")
COUNTED = re.compile(r"(\d+)/(\d+)")


def draw(studio: Studio) -> None:
    """A crawl of its own, since only a terminal gets a bar."""
    lines = [f"{kind}-{number:04d}.test" for number in range(max(MIX.values())) for kind in MIX if number < MIX[kind]]
    with Web() as web, tempfile.TemporaryDirectory(prefix="pictures-") as name:
        data = Path(name) / "data"
        data.mkdir()
        arguments = command(web, data, "-a", f"input={write_list(data, lines)}")
        quiet = ("-s", "STATS_DUMP=False", "-s", "LOG_DATEFORMAT=%H:%M:%S")
        shown = on_a_terminal([*arguments, *quiet], web, WIDTH).replace(str(data), "data")
    frames = BACK.split(shown)
    studio.terminal("progress", "scrapy crawl contacts -a input=urls.txt", _middle(frames), WIDTH)
    summary = frames[-1].partition("The run's summary")[2].replace("\r", "").strip("\n")
    studio.terminal("summary", "the end of a run", summary, WIDTH)


def _middle(frames: list[str]) -> str:
    """The terminal when `DONE` of the list was done: the log so far, and the bar below it."""
    log: list[str] = []
    for frame in frames:
        before, bar, rest = frame.partition("visits")
        log.append(before)
        counted = COUNTED.search(re.sub(r"\x1b\[[\d;]*m", "", rest))
        if bar and counted and int(counted[1]) >= DONE * int(counted[2]):
            text = "".join(log) + bar + rest
            return re.sub(r"\x1b\[\?25[lh]", "", text).replace("\r", "")
    raise ValueError("the run was over before its picture was taken")
