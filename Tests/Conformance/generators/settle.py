#!/usr/bin/env python3
"""Writes the cases of drags in the snap carousel and the ring of the home screen.

Both follow the formulas of the existing screens, as the catalogue of layouts states them, in the order
of their terms, which decides the last bit. Nothing here looks at the Swift sources.
"""
import math

from cases import write


def settle_snap_carousel(W, pages, offset, translation):
    page = W - 16
    content = pages * page + (pages - 1) * 16
    dragged = offset + translation
    index = math.trunc(((dragged + W / 2 + content / 2) - W / 2) / (page + 16))
    index = min(max(index, 0), pages - 1)
    end = index * page + (index - 1) * 16 - content / 2 + W / 2 - (W - page) / 2 + 16
    return {"page": pages - 1 - index, "offset": end}


def away(x):
    """Rounded, halves away from zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


def settle_circular_carousel(count, offset, translation, points_per_step=250):
    end = math.remainder(away(offset + translation / points_per_step), count)
    return {"offset": end, "slot": int((end - 1) % count) + 1}


def snaps():
    def drag(name, purpose, offset, translation, width=390, pages=4):
        options = {"width": width, "pages": pages, "offset": offset, "translation": translation}
        write("settle_snap_carousel", name, purpose, options,
              settle_snap_carousel(width, pages, offset, translation))

    drag("still", "Without a drag a page stays in the middle.", 195, 0)
    drag("short", "A drag on by less than half of a page's width goes back.", 195, -180)
    drag("long", "A drag on by more than half of a page's width goes on.", 195, -190)
    drag("short-back", "A drag back has to cover half of a page's width and the gap: this one does not.",
         -195, 190)
    drag("long-back", "A drag back by half of a page's width and the gap goes back one page.", -195, 205)
    drag("over-two-pages", "A drag may go over several pages.", 585, -1000)
    drag("before-the-first", "A drag beyond the first page returns to it.", 585, 250)
    drag("after-the-last", "A drag beyond the last page returns to it.", -585, -420)
    drag("huge", "A drag of any length ends at the last page.", 195, -1e300)
    drag("odd-pages", "With an odd number of pages the middle one is at 0.", 375, -250, width=375, pages=3)
    drag("one-page", "A single page always returns.", 0, -420, pages=1)


def rings():
    def drag(name, purpose, count, offset, translation, **options):
        options = {"count": count, "offset": offset, "translation": translation, **options}
        write("settle_circular_carousel", name, purpose, options, settle_circular_carousel(**options))

    drag("still", "Without a drag the ring stays; the card in front is the last slot.", 6, 0, 0)
    drag("short", "A drag of less than half a step goes back.", 6, 1, 124.9)
    drag("half", "A drag of half a step goes on: halves are rounded away from zero.", 6, 0, 125)
    drag("half-back", "A drag back by half a step goes on, too, on the other side of zero.", 6, 0, -125)
    drag("half-toward-zero", "A drag that ends at a half rounds away from zero, and so goes back here.",
         6, 1, -125)
    drag("around", "Offsets stay within half a turn of an odd ring.", 3, 1, 125)
    drag("several-turns", "A drag over several turns.", 3, 0, -2000)
    drag("opposite", "On an even ring the card opposite is at half a turn.", 6, 0, 700)
    drag("opposite-back", "Reached backwards, the card opposite is at minus half a turn.", 6, 0, -800)
    drag("opposite-next-turn", "A turn later it is at minus half a turn: the IEEE remainder.", 6, 0, 2250)
    drag("one-card", "A ring of one card always returns.", 1, 0, 700)
    drag("points-per-step", "Another way for a step.", 5, 2, 1000, points_per_step=40)


if __name__ == "__main__":
    snaps()
    rings()
