"""Phone and fax numbers: candidates are found by our own linear scan, and `phonenumbers` says which are valid.

spelling    a line in plain form: digits, hyphens and spaces in ASCII
shape       the lines that may hold a number, found at a glance
line        the numbers of a line
parts       a run of digits, taken apart
cuts        what is no phone inside a run: dates, hours, sums
words       the words that say what a number is, by language
labels      what the words before a number say
neighbours  what the signs around a number, and its groups, say
plans       what the library knows of a country's numbers
numbers     what digits dial
extensions  'ext. 12'
lists       '/ 0959', 'Durchwahl -555'
vanity      1-800-FLOWERS
links       tel, callto, WhatsApp, vCards
national    what was left out because nothing tells the country
fields      JSON-LD, meta, data attributes, a script's state
page        all of them, for one page
"""

from contactscraper.contacts.phones.line import in_line
from contactscraper.contacts.phones.national import national_numbers
from contactscraper.contacts.phones.numbers import Number, Numbers
from contactscraper.contacts.phones.page import Found, candidates

__all__ = ["Found", "Number", "Numbers", "candidates", "in_line", "national_numbers"]
