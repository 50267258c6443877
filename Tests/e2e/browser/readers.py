"""A server for readers of several languages and platforms: the screen of the seeds with long and short texts."""

import json

from server import ROOT, Server, tanada

LOCALES = ["ja", "en", "ar", "fr"]
TEXTS = {
    "ar": [
        "خبز طازج من الفرن", "قهوة", "وصلت الحمضيات الأولى لهذا الموسم!",
        "مهرجان الشتاء: أطباق دافئة من كل ركن في المدينة القديمة، مع وصفات الجدّات وحكاياتهنّ الطويلة",
        "تخفيضات ٣٠٪ على الشاي الأخضر (Sencha) حتى نهاية الأسبوع",
    ],
    "en": [
        "Fresh bread", "Tea", "The first citrus of the season has arrived!",
        "A winter festival of warm dishes from every corner of the old town, with long stories",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    ],
    # The default locale; no text leaves what the seeds say.
    "ja": ["", "茶", "", "冬の味覚を楽しむ、街じゅうの名店から届いた温かな一皿と、長い長い物語をご一緒にどうぞ。", ""],
}


class Readers(Server):
    """A server in four locales, of which French has no text, with the composition of the seeds."""

    def __init__(self, program, folder):
        kinds = sorted((ROOT / "Seeds/kinds").glob("*.json"))
        settings = {"locales": LOCALES, "cors_origins": "*"}
        (folder / "tanada.json").write_text(json.dumps(settings))
        for kind in kinds:
            tanada(program, folder, "kind", "apply", str(kind))
        super().__init__(program, folder, has_pictures=False, settings=settings)
        self.composition = json.loads((ROOT / "Seeds/feeds/home.json").read_text())
        for section in self.composition["sections"]:
            section["title@ar"] = "آخر الأخبار من المدينة القديمة"
            section["header"]["subtitle@ar"] = "كل ما تحب في مكان واحد"
        self.compose(self.composition)
        for kind in self.send("GET", "/v1/kinds")["kinds"]:
            self._translate(kind)
        self.wait_for_text("長い長い物語")

    def compose(self, composition):
        self.send("PUT", "/v1/feeds/home/composition", composition)

    def _translate(self, kind):
        """Writes texts into every item of a kind, each time others."""
        names = [f["name"] for f in kind["fields"] if f.get("localized") and f["type"] == "text"]
        for n, item in enumerate(self.send("GET", f"/v1/content/{kind['kind']}?limit=1000")["result"]):
            changes = {}
            for m, name in enumerate(names):
                for locale, texts in TEXTS.items():
                    text = texts[(n + m) % len(texts)][:80]
                    if text:
                        changes[name if locale == "ja" else f"{name}@{locale}"] = text
            if changes:
                identifier = item.get("id") or item["banner_contents_id"]
                self.patch(kind["kind"], identifier, changes)
