"""What a page is: a wall, worthless, a pointer elsewhere, a script's shell, or the site's own page.

The order of evidence that has proved itself: what headers prove; special statuses; the final address; the title;
the body where there is little visible text; parked, suspended, default; a redirect stub; a shell; a page.
A vendor's presence is not a wall, and a page that talks about walls has text.
"""

from contactscraper.challenge.judge import judge, judge_page, wall_vendor
from contactscraper.challenge.kinds import Finding, PageKind, error_class
from contactscraper.challenge.stubs import stub_target

__all__ = ["Finding", "PageKind", "error_class", "judge", "judge_page", "stub_target", "wall_vendor"]
