"""Translations: random ones, and what readers of a locale see."""

from dataclasses import replace

from walk.values import has_text, some_value

# What the servers are told to serve, the default locale first.
SERVED = "ja,en,en-GB,fr"
# Where the values of a locale that is served are looked up, before those without a tag.
LOOKUP = {None: [], "ja": [], "en": ["en"], "en-GB": ["en-GB", "en"], "fr": ["fr"]}
# What readers ask for, and the locale that they are served in.
READERS = {
    "ja": "ja", "en": "en", "en-AU": "en-GB", "en_US": "en", "en-gb": "en-GB", "fr": "fr", "fr-CA": "fr", "de": "ja",
    "de,fr": "fr"}
# Nobody is served in German, and yet it is kept.
WRITTEN = ["en", "en", "en-GB", "fr", "de"]
RATINGS = {"ja": "5つ星のうち#", "en": "# out of 5", "en-GB": "# out of 5", "fr": "# sur 5"}


def localized(definition):
    """The fields of texts that are localised; the walk leaves pictures as they are."""
    return [field for field in definition["fields"] if field.get("localized") and has_text(field)]


def some_texts(pick, definition):
    fields, made = localized(definition), {}
    if fields and pick.random() < 0.25:
        for _ in range(pick.randint(1, 3)):
            field = {**pick.choice(fields), "required": True}
            made[f"{field['name']}@{pick.choice(WRITTEN)}"] = some_value(pick, field)
    return made


def changed(texts, change):
    """Translations after the members of a patch: null removes one."""
    made = {**texts, **{member: value for member, value in change.items() if "@" in member}}
    return {member: value for member, value in made.items() if value is not None}


def some_changes(pick, definition, texts):
    made = some_texts(pick, definition)
    return made | ({pick.choice(sorted(texts)): None} if texts and pick.random() < 0.3 else {})


def text(texts, name, locale, otherwise):
    """A text as readers of a locale see it."""
    return next((texts[member] for tag in LOOKUP[locale] if (member := f"{name}@{tag}") in texts), otherwise)


def read(definition, item, locale):
    if not item.texts or not LOOKUP[locale]:
        return item
    return replace(item, fields=item.fields | {
        field["name"]: text(item.texts, field["name"], locale, item.fields[field["name"]])
        for field in localized(definition)})


def is_untranslated(definition, item, tag):
    """Whether a text is there and its translation is not."""
    return any(item.fields[field["name"]] and f"{field['name']}@{tag}" not in item.texts
               for field in localized(definition))


def rating(number, locale):
    """The words for a number of stars, which `plain` has written."""
    return RATINGS[locale or "ja"].replace("#", number.replace(".", ",") if locale == "fr" else number)
