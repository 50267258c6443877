"""Translations of the sample content, for benchmarks of screens in one of several locales."""
import json
import os
import subprocess

# The default locale first.
LOCALES = ["ja", "en", "ar", "de", "fr"]
# Kinds with their fields that have texts.
FIELDS = {
    "featured_topics": ["title", "caption"],
    "recent_news": ["title", "news_category"],
    "trend_articles": ["title", "introduction"],
    "pickup_photos": ["title", "caption"],
    "favorite_scenes": ["title", "category", "comment"],
}
ENVIRONMENT = {"TANADA_LOCALES": ",".join(LOCALES)}


def translated(item, fields):
    """The item with a text of about the same length in every other locale."""
    return item | {
        f"{field}@{locale}": f"{item[field]} {locale}" for field in fields for locale in LOCALES[1:]}


def translate(tanada, database):
    """Translates every text in a database."""
    for kind, fields in FIELDS.items():
        exported = subprocess.run(
            [tanada, "export", kind, "--format", "ndjson", "--database", database], check=True,
            capture_output=True, text=True).stdout
        path = f"{database}.{kind}.ndjson"
        with open(path, "w") as file:
            for line in exported.splitlines():
                file.write(json.dumps(translated(json.loads(line), fields)) + "\n")
        subprocess.run(
            [tanada, "import", kind, path, "--format", "ndjson", "--database", database], check=True,
            capture_output=True)
        os.remove(path)
