"""Random definitions of cells, by the grammar of definitions; most of them are sound."""

# Roles of texts, each of which a definition shows once at most.
TEXTS = ["headline", "summary", "date", "label", "author", "place", "rating"]
STYLES = ["title", "headline", "subheadline", "label", "detail", "footnote", "body", "caption", "small", "text",
          "note", "note_strong", "micro", "price", "subheading"]
COLORS = ["label", "secondary_label", "muted", "accent", "positive", "deal"]
BOXES = ["surface", "fill", "tint", "plate"]
GAPS = [0, 2, 4, 6.5, 8, 12, "tight", "gap", "inset"]
# Layouts whose frames are as high as a cell needs, those with a picture and a caption, and the others.
CAPTIONS, FRAMES = ["shelf", "uniform_grid"], ["staggered_grid", "mosaic", "carousel"]


class Definitions:
    """Makes definitions from a `random.Random`."""

    def __init__(self, random):
        self.random, self.count, self.roles = random, 0, []

    def chance(self, share):
        return self.random.random() < share

    def some(self, share, **members):
        """Each member with a probability; a value that is a list is one of its values."""
        return {name: self.random.choice(value) if isinstance(value, list) else value
                for name, value in members.items() if self.chance(share)}

    def make(self):
        self.count += 1
        self.roles = self.random.sample(TEXTS, len(TEXTS))
        self.has_stars = False
        shape = self.random.choice([
            self.captioned, self.captioned, self.framed, self.framed, self.listed, self.words, self.divided])
        fits, content, over = shape()
        definition = {"cell": f"random_{self.count}", "fits": fits, "content": content}
        if box := self.some(0.4, corner_radius=[0, 4, 8, 12.5, "card"], background=BOXES,
                            border={"color": "edge", "width": self.random.choice([0.5, 1, 2])}):
            definition["box"] = box
        return definition | ({"over": over} if over else {})

    def one_or_two(self, layouts):
        return self.random.sample(layouts, min(len(layouts), self.random.choice([1, 1, 2])))

    # MARK: - Shapes

    def captioned(self):
        """A picture, and what is below it, or above it too."""
        content = [self.picture(), self.stack(self.random.randint(1, 4))]
        if self.chance(0.15):
            content.insert(0, self.text(2, lines=1))
        return self.one_or_two(CAPTIONS + FRAMES[:1] if content[0].get("aspect") else CAPTIONS), content, self.over(0.4)

    def framed(self):
        """A picture with all else upon it, in frames that have a height of their own."""
        return self.one_or_two(FRAMES + CAPTIONS), [self.picture(aspect=0.2)], self.over(0.95)

    def listed(self):
        """A picture beside texts."""
        picture = {"image": "image", "width": self.random.choice([32, 40, 48]), "aspect": self.random.choice([1, 1.5])}
        picture |= self.some(0.3, content_mode="fit", corner_radius=[4, 8], border={"color": "edge"})
        if self.chance(0.4):
            del picture["width"]
        parts = [picture, self.stack(self.random.randint(1, 3), depth=2)]
        if self.chance(0.3):
            parts.reverse()
        row = {"row": parts} | self.some(0.5, spacing=GAPS, vertical=["top", "center", "bottom"], divider="divider")
        return ["list"], [self.padded(row)], []

    def words(self):
        """Nothing but texts."""
        return self.one_or_two(["list", *CAPTIONS]), [self.stack(self.random.randint(1, 4))], []

    def divided(self):
        """Groups beside each other, below a picture or alone."""
        parts = [self.stack(self.random.randint(1, 2), depth=2) for _ in range(2)]
        row = {"row": parts, "wraps": self.random.choice([True, 4])} | self.some(
            0.5, spacing=GAPS, vertical=["top", "center", "bottom"], widths=["own", "equal"], align=["start", "end"])
        return self.one_or_two(CAPTIONS), [self.picture(aspect=1)] * self.chance(0.6) + [self.padded(row)], []

    # MARK: - Elements

    def padded(self, element, share=0.7):
        if self.chance(share):
            sides = {side: self.random.choice(GAPS) for side in ("top", "left", "bottom", "right") if self.chance(0.7)}
            element["padding"] = sides if sides and self.chance(0.8) else self.random.choice(GAPS)
        return element

    def picture(self, aspect=0.6):
        picture = {"image": "image"} | self.some(0.25, content_mode=["fit", "fill"], corner_radius=[4, 8, "media"],
                                                 border={"color": "edge"})
        return picture | self.some(aspect, aspect=["item", 1, 1.5, 0.8, 16 / 9])

    def text(self, room=3, lines=None):
        """A text of a role that is not shown yet, or words."""
        element = {"text": "fixed", "words": self.random.choice([{"en": "words", "ja": "文字"}, "Ab"])}
        if self.roles and self.chance(0.9):
            element = {"text": self.roles.pop()}
            if self.chance(0.15):
                element["prefix"] = "No. "
        element["style"] = self.random.choice(STYLES)
        most = lines or self.random.randint(1, room)
        if self.chance(0.8):
            element["lines"] = most
            if self.chance(0.5):
                element["lines"] = {"max": most} | self.some(0.6, min=self.random.randint(0, most), grow=[True, False])
        return element | self.some(0.35, color=COLORS, align=["start", "center", "end"])

    def badge(self):
        badge = {"badge": self.roles.pop() if self.roles else "fixed", "style": self.random.choice(STYLES)}
        if badge["badge"] == "fixed":
            badge["words"] = "New"
        padding = self.random.choice([3, 4, {"horizontal": 8, "vertical": 2}])
        return badge | {"background": "news_badge", "color": "on_image", "padding": padding} | self.some(
            0.4, corner_radius=[4, "pill"], align=["start", "center", "end"])

    def stars(self):
        self.has_stars = True
        return {"stars": "rating", "size": self.random.choice([8, 10, 12.5])} | self.some(
            0.5, spacing=[1, 2], color="accent")

    def leaf(self):
        kind = self.random.random()
        if kind < 0.12 and not self.has_stars:
            return self.padded(self.stars(), 0.3)
        if kind < 0.24:
            return self.badge()
        if kind < 0.32:
            line = {"line": self.random.choice(["divider", "hairline"])}
            return self.padded(line | self.some(0.5, height=[1, 2.5]), 0.3)
        return self.padded(self.text(), 0.3)

    def row(self, depth):
        own = [
            self.stars() if not self.has_stars and self.chance(0.4) else
            self.text(1, lines=1) | {"width": self.random.choice([20, 28, 40])}
            for _ in range(self.random.randint(1, 2))]
        parts = [*own, self.random.choice([self.text, self.badge])()]
        if depth < 2 and self.chance(0.3):
            parts[-1] = self.stack(2, depth + 1)
        if self.chance(0.3):
            self.random.shuffle(parts)
        row = {"row": parts, "wraps": self.random.choice([True, 2, "tight"])}
        return self.padded(row | self.some(
            0.4, spacing=GAPS, vertical=["top", "center", "bottom"], align=["start", "end", "center"],
            widths=["own", "equal"], background=BOXES, divider="divider"), 0.3)

    def stack(self, count, depth=1):
        """A stack, whose groups are `depth` deep in others."""
        parts = []
        for _ in range(count):
            kind = self.random.random() if depth < 2 else 1
            parts.append(self.row(depth + 1) if kind < 0.2 else self.stack(2, depth + 1) if kind < 0.3 else self.leaf())
        return self.padded({"stack": parts} | self.some(0.5, spacing=GAPS, align=["start", "center", "end"]) | self.some(
            0.2, background=[*BOXES, {"color": "fill", "corner_radius": 6}], divider="divider"))

    # MARK: - Upon pictures

    def over(self, share):
        if not self.chance(share):
            return []
        over = []
        if self.chance(0.5):
            shade = {"shade": self.random.choice(["shade", "scrim", "deep_shade"])}
            if self.chance(0.7):
                shade |= {
                    "edge": self.random.choice(["top", "bottom"]), "height": self.random.choice([0.25, 0.4, 0.5, 1])}
            over.append(shade)
        for edge in self.random.sample(["top", "bottom"], self.random.choice([1, 1, 2])):
            part = self.badge() if self.chance(0.35) else self.padded(self.text(2), 0.3) if self.chance(0.4) else (
                self.stack(self.random.randint(1, 2), depth=2))
            over.append(part | {"edge": edge} | self.some(0.6, inset=[4, 8, "gap"]))
        return over
