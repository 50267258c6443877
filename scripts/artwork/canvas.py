"""Flat shapes with soft shadows, written as SVG."""

import math
import random
from contextlib import contextmanager


def mix(first, second, amount):
    """The colour between two colours such as #336699; 0 is the first, 1 the second."""
    pairs = zip(_channels(first), _channels(second))
    return "#" + "".join(f"{round(a + (b - a) * amount):02x}" for a, b in pairs)


def lighter(colour, amount):
    return mix(colour, "#fffaf0", amount)


def darker(colour, amount):
    return mix(colour, "#1c1420", amount)


def _channels(colour):
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def polar(angle, radius, x=0.0, y=0.0):
    """The point at an angle in degrees, clockwise from the right."""
    return (x + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle)))


class Canvas:
    """A picture whose shorter side is 200 units long, with the origin in its centre.

    The light comes from the top left. Everything random comes from `random`, which begins with the
    seed: the same seed gives the same picture.
    """

    def __init__(self, width, height, seed):
        self.width, self.height = width, height
        self.random = random.Random(seed)
        self.scale = min(width, height) / 200
        self.right, self.bottom = width / 2 / self.scale, height / 2 / self.scale
        self.left, self.top = -self.right, -self.bottom
        self._body, self._definitions = [], []
        self._turn, self._zoom = 0.0, 1.0

    # Shapes. `style` is what `_draw` takes.

    def circle(self, x, y, radius, fill, **style):
        self._draw(f'circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"', fill, **style)

    def ellipse(self, x, y, radius_x, radius_y, fill, turn=0, **style):
        with self.at(x, y, turn=turn):
            self._draw(f'ellipse rx="{radius_x:.2f}" ry="{radius_y:.2f}"', fill, **style)

    def box(self, x, y, width, height, fill, corner=0, turn=0, **style):
        """A rectangle around a point."""
        shape = (
            f'rect x="{-width / 2:.2f}" y="{-height / 2:.2f}" width="{width:.2f}" '
            f'height="{height:.2f}" rx="{corner:.2f}"'
        )
        with self.at(x, y, turn=turn):
            self._draw(shape, fill, **style)

    def polygon(self, points, fill, **style):
        text = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self._draw(f'polygon points="{text}"', fill, **style)

    def path(self, data, fill="none", **style):
        self._draw(f'path d="{data}"', fill, **style)

    def curve(self, points, fill, **style):
        """A closed, smooth curve through points."""
        self.path(_smooth(points, closed=True), fill, **style)

    def line(self, points, colour, width, **style):
        """An open, smooth line through points."""
        self.path(_smooth(points, closed=False), stroke=colour, thickness=width, **style)

    def arc(self, x, y, radius, start, end, colour, width, **style):
        """A part of a circle between two angles in degrees."""
        (x1, y1), (x2, y2) = polar(start, radius, x, y), polar(end, radius, x, y)
        large = int(abs(end - start) > 180)
        data = f"M{x1:.2f} {y1:.2f}A{radius:.2f} {radius:.2f} 0 {large} 1 {x2:.2f} {y2:.2f}"
        self.path(data, stroke=colour, thickness=width, **style)

    def sector(self, x, y, radius, start, end, fill, **style):
        """A slice of a circle between two angles in degrees."""
        (x1, y1), (x2, y2) = polar(start, radius, x, y), polar(end, radius, x, y)
        large = int(abs(end - start) > 180)
        data = (
            f"M{x:.2f} {y:.2f}L{x1:.2f} {y1:.2f}"
            f"A{radius:.2f} {radius:.2f} 0 {large} 1 {x2:.2f} {y2:.2f}Z"
        )
        self.path(data, fill, **style)

    def blob(self, x, y, radius_x, radius_y, fill, wobble=0.12, corners=9, **style):
        """An uneven ellipse."""
        start = self.random.uniform(0, 360)
        points = []
        for index in range(corners):
            reach = 1 + self.random.uniform(-wobble, wobble)
            dx, dy = polar(start + index * 360 / corners, reach)
            points.append((x + dx * radius_x, y + dy * radius_y))
        self.curve(points, fill, **style)

    # Fills.

    def radial(self, *colours, x=0.38, y=0.34, radius=0.75):
        """A gradient from a point inside a shape to its edge."""
        where = f'radialGradient cx="{x}" cy="{y}" r="{radius}"'
        return self._gradient(where, "radialGradient", colours)

    def linear(self, *colours, turn=90):
        """A gradient across a shape, from top to bottom unless turned."""
        x, y = polar(turn, 0.5)
        where = (
            f'linearGradient x1="{0.5 - x:.3f}" y1="{0.5 - y:.3f}" x2="{0.5 + x:.3f}" '
            f'y2="{0.5 + y:.3f}"'
        )
        return self._gradient(where, "linearGradient", colours)

    def fill(self, paint):
        """Covers the whole picture."""
        self.box(0, 0, self.right * 2 + 2, self.bottom * 2 + 2, paint)

    # Places.

    @contextmanager
    def at(self, x=0.0, y=0.0, scale=1.0, turn=0.0):
        """Draws what follows around a point, scaled and turned by degrees."""
        self._body.append(
            f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.2f}) scale({scale:.4f})">'
        )
        before = self._turn, self._zoom
        self._turn, self._zoom = self._turn + turn, self._zoom * scale
        yield
        self._turn, self._zoom = before
        self._body.append("</g>")

    @contextmanager
    def inside(self, data):
        """Draws what follows only inside a path."""
        name = self._define(f'<clipPath id="%s"><path d="{data}"/></clipPath>')
        self._body.append(f'<g clip-path="url(#{name})">')
        yield
        self._body.append("</g>")

    def inside_circle(self, x, y, radius):
        return self.inside(circle_path(x, y, radius))

    def scattered(self, count, radius, distance):
        """Up to `count` points within a radius that keep a distance from each other."""
        points = []
        for _ in range(count * 30):
            reach = radius * math.sqrt(self.random.random())
            point = polar(self.random.uniform(0, 360), reach)
            if all(math.dist(point, other) >= distance for other in points):
                points.append(point)
                if len(points) == count:
                    break
        return points

    def svg(self):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}">'
            f'<defs>{"".join(self._definitions)}</defs>'
            f'<g transform="translate({self.width / 2} {self.height / 2}) scale({self.scale})">'
            f'{"".join(self._body)}</g></svg>'
        )

    def _draw(self, shape, fill, shadow=0.0, opacity=1.0, stroke=None, thickness=1.0, blur=0.0):
        """Writes a shape; `shadow` is how high it stands above what is below, in units."""
        attributes = f' fill="{fill}"'
        if stroke:
            attributes += f' stroke="{stroke}" stroke-width="{thickness:.2f}"'
            attributes += ' stroke-linecap="round" stroke-linejoin="round"'
        if shadow:
            self._draw_shadow(shape, attributes, fill, stroke, shadow)
        if blur:
            attributes += f' filter="url(#{self._blur(blur)})"'
        if opacity < 1:
            attributes += f' opacity="{opacity:.3f}"'
        self._body.append(f"<{shape}{attributes}/>")

    def _draw_shadow(self, shape, attributes, fill, stroke, height):
        x, y = polar(52 - self._turn, height)
        black = attributes.replace(f'fill="{fill}"', 'fill="#1a1020"', int(fill != "none"))
        if stroke:
            black = black.replace(f'stroke="{stroke}"', 'stroke="#1a1020"')
        self._body.append(
            f'<g transform="translate({x:.2f} {y:.2f})" opacity="0.26" '
            f'filter="url(#{self._blur(height * 0.45)})"><{shape}{black}/></g>'
        )

    def _blur(self, deviation):
        name = f"blur{round(deviation * 100)}"
        text = (
            f'<filter id="{name}" x="-40%" y="-40%" width="180%" height="180%">'
            f'<feGaussianBlur stdDeviation="{deviation:.2f}"/></filter>'
        )
        if text not in self._definitions:
            self._definitions.append(text)
        return name

    def _gradient(self, where, tag, colours):
        stops = "".join(
            f'<stop offset="{index / (len(colours) - 1):.3f}" stop-color="{colour}"/>'
            for index, colour in enumerate(colours)
        )
        return f'url(#{self._define(f"<{where} id=%s>{stops}</{tag}>", quoted=True)})'

    def _define(self, template, quoted=False):
        name = f"d{len(self._definitions)}"
        self._definitions.append(template % (f'"{name}"' if quoted else name))
        return name


def circle_path(x, y, radius):
    return (
        f"M{x - radius:.2f} {y:.2f}a{radius:.2f} {radius:.2f} 0 1 0 {radius * 2:.2f} 0"
        f"a{radius:.2f} {radius:.2f} 0 1 0 {-radius * 2:.2f} 0Z"
    )


def box_path(x, y, width, height, corner=0.0):
    """A rectangle around a point."""
    w, h = width - corner * 2, height - corner * 2
    turn = f"a{corner:.2f} {corner:.2f} 0 0 1"
    return (
        f"M{x - w / 2:.2f} {y - height / 2:.2f}h{w:.2f}{turn} {corner:.2f} {corner:.2f}v{h:.2f}"
        f"{turn} {-corner:.2f} {corner:.2f}h{-w:.2f}{turn} {-corner:.2f} {-corner:.2f}v{-h:.2f}"
        f"{turn} {corner:.2f} {-corner:.2f}Z"
    )


def _smooth(points, closed):
    """A Catmull-Rom spline as cubic Bézier curves."""
    count = len(points)

    def point(index):
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    data = f"M{points[0][0]:.2f} {points[0][1]:.2f}"
    for index in range(count if closed else count - 1):
        before, start, end, after = (point(index + step) for step in (-1, 0, 1, 2))
        data += (
            f"C{start[0] + (end[0] - before[0]) / 6:.2f} {start[1] + (end[1] - before[1]) / 6:.2f} "
            f"{end[0] - (after[0] - start[0]) / 6:.2f} {end[1] - (after[1] - start[1]) / 6:.2f} "
            f"{end[0]:.2f} {end[1]:.2f}"
        )
    return data + ("Z" if closed else "")


def put(c, drawing, x, y, scale, turn=0.0, **options):
    """Draws something at a place of the picture."""
    with c.at(x, y, scale=scale, turn=turn):
        drawing(c, **options)
