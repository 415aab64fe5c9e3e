"""What a page publishes: emails, phones, social profiles. Pure: HTML in, values out."""

from contactscraper.contacts.extract import Contacts, extract_contacts
from contactscraper.contacts.links import contact_links, has_contact_words
from contactscraper.contacts.page import Page
from contactscraper.contacts.socials import social_profile

__all__ = ["Contacts", "Page", "contact_links", "extract_contacts", "has_contact_words", "social_profile"]
