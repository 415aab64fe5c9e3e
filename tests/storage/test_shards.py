"""A DATA_DIR in shards: who owns a domain, how many shards there are, and where their memories lie."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.storage.lock import DataDirLock, MemoryOwned
from contactscraper.storage.memory import Memory, MemoryBroken
from contactscraper.storage.shards import (
    DEFAULT_SHARDS,
    ShardsFixed,
    check_free,
    fix_count,
    memory_dirs,
    owner_dir,
    root_of,
    shard_count,
    shard_of,
)
from contactscraper.urls import DomainRules, normalize_url

#: As `b2sum -l 64` gives them, modulo 64. Another value would part every domain from what was learned of it.
OWNERS = {
    "example.com": 38,
    "example.co.uk": 56,
    "a.github.io": 39,
    "xn--bcher-kva.example": 57,
    "10.0.0.1": 38,
    "": 52,
}
RULES = DomainRules(["alibaba.com"])
LABELS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=8)


def test_owners_never_change() -> None:
    """The hash is the documented one, in every version."""
    assert {domain: shard_of(domain, 64) for domain in OWNERS} == OWNERS


def test_owners_are_spread_evenly() -> None:
    """Of 64,000 domains no shard of 64 owns more than a fifth above its share."""
    owned = Counter(shard_of(f"site-{number}.example", 64) for number in range(64_000))
    assert set(owned) == set(range(64)) and max(owned.values()) < 1200


@given(st.lists(LABELS, min_size=1, max_size=3), st.sampled_from(["com", "co.uk", "github.io", "alibaba.com", "test"]))
def test_one_url_one_shard(labels: list[str], suffix: str) -> None:
    """With and without www. a URL has one key, and so one owner, on shared platforms too."""
    host = ".".join([*labels, suffix])
    spellings = (
        f"https://{host}/",
        f"http://www.{host}/?utm_source=x",
        f"https://{host.upper()}",
        f"https://{suffix}/",
    )
    owners: dict[str, set[int]] = {}
    for url in spellings:
        owners.setdefault(normalize_url(url), set()).add(shard_of(RULES.registered_domain(url), 64))
    assert all(len(found) == 1 for found in owners.values())


def test_a_plain_data_dir_is_its_own_memory(tmp_path: Path) -> None:
    """Without shards.json there is one memory, and nothing is written by asking."""
    data = tmp_path / "data"
    assert shard_count(data) is None
    assert memory_dirs(data) == [data] and owner_dir(data, "example.com") == data and root_of(data) == data
    check_free(data)
    assert not data.exists()


@pytest.mark.parametrize(("wanted", "names"), [(3, ["00", "01", "02"]), (101, ["000", "001", "002"])])
def test_shards_in_order(tmp_path: Path, wanted: int, names: list[str]) -> None:
    """The folders are named by number, so wide that their names sort as their numbers do."""
    assert fix_count(tmp_path, wanted) == wanted == len(memory_dirs(tmp_path))
    assert [path.name for path in memory_dirs(tmp_path)][:3] == names
    assert memory_dirs(tmp_path) == sorted(memory_dirs(tmp_path))
    assert owner_dir(tmp_path, "example.com") == memory_dirs(tmp_path)[shard_of("example.com", wanted)]
    assert {root_of(path) for path in memory_dirs(tmp_path)} == {tmp_path}


def test_the_number_stays(tmp_path: Path) -> None:
    """The first use fixes the number; asking for it again, or for none, is fine; another one is refused with the way out."""
    assert fix_count(tmp_path) == DEFAULT_SHARDS
    assert fix_count(tmp_path, DEFAULT_SHARDS) == fix_count(tmp_path) == shard_count(tmp_path) == DEFAULT_SHARDS
    with pytest.raises(ShardsFixed, match=r"is cut into 64 shards.*scrapy domains import"):
        fix_count(tmp_path, 8)
    for senseless in (0, -1, 10_001):
        with pytest.raises(ShardsFixed, match="no number of shards"):
            fix_count(tmp_path, senseless)
    assert shard_count(tmp_path) == DEFAULT_SHARDS


@pytest.mark.parametrize("note", ["", "{", "[]", "{}", '{"shards": 0}', '{"shards": "8"}', '{"shards": 10001}'])
def test_a_damaged_note_is_no_plain_memory(tmp_path: Path, note: str) -> None:
    """Where shards.json cannot be read nobody guesses: every domain would change its owner."""
    (tmp_path / "shards.json").write_text(note)
    with pytest.raises(MemoryBroken, match=r"shards\.json"):
        memory_dirs(tmp_path)


def test_free_means_all_of_it(tmp_path: Path) -> None:
    """A crawl that owns one shard, or a fleet that owns the whole, is named; afterwards the DATA_DIR is free again."""
    fix_count(tmp_path, 4)
    check_free(tmp_path)
    for owned in (tmp_path, memory_dirs(tmp_path)[2]):
        lock = DataDirLock(owned)
        with pytest.raises(MemoryOwned, match=f"{owned} belongs to"):
            check_free(tmp_path)
        lock.release()
    check_free(tmp_path)
    assert list(Memory.read(memory_dirs(tmp_path)[1]).domains()) == []
