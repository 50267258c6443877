"""Random requests: the modules of layouts say which items and options their layouts are asked for."""


class Asking:
    """Makes random items and options."""

    def __init__(self, pick):
        self.pick = pick

    def some(self, *values):
        """One of the values, or of what functions make."""
        value = self.pick.choice(values)
        return value() if callable(value) else value

    def whole(self, least, most):
        return lambda: self.pick.randint(least, most)

    def real(self, least, most, digits):
        return lambda: round(self.pick.uniform(least, most), digits)

    def width(self):
        return self.some(200, 320, 375, 390, 393, 430, 834, 1440, 4096, self.whole(200, 4096),
                         self.real(200, 1500, self.pick.randint(1, 12)))

    def ids(self, most):
        return [{"id": id} for id in self.pick.sample(range(1, 1000), self.pick.randint(0, most))]

    def pictures(self, most):
        def side():
            return self.some(self.whole(1, 20), self.whole(100, 6000), 960, 720, self.real(0.5, 900, 3))
        return [{**item, "photo_width": side(), "photo_height": side()} for item in self.ids(most)]

    def options(self, **values):
        """Some of the options: each is one of its values."""
        return {name: self.some(*several) for name, several in values.items() if self.pick.random() < 0.35}

    def lengths(self, *names):
        several = (0, 4, 8, 12.5, self.whole(0, 40), self.real(0, 30, 4))
        return {name: several for name in names or ("spacing", "inset")}

    def spanning(self, items, columns):
        if self.pick.random() < 0.5:
            return items
        return [{**item, "column_span": self.pick.randint(2, columns)} if columns > 1 and self.pick.random() < 0.3
                else item for item in items]
