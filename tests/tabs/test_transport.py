"""Messages of a browser, beside a loop that never rests."""

import asyncio

from playwright._impl.utils.tasks import wait_for_next_task

from contactscraper.tabs.transport import TURNS, read_promptly


def test_a_busy_loop_holds_up_no_message() -> None:
    """Where the loop always has something to do, Playwright goes on with the next message after two turns of it."""
    read_promptly()

    async def turns() -> int:
        loop, count, going = asyncio.get_running_loop(), 0, True

        def busy() -> None:
            nonlocal count
            count += 1
            if going:
                loop.call_soon(busy)

        loop.call_soon(busy)
        await wait_for_next_task()
        going = False
        return count

    assert asyncio.run(turns()) == TURNS
