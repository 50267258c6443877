#!/usr/bin/env python3
"""Writes the cases of drags in the snap carousel and the ring of the home screen.

Both follow the formulas of the existing screens, as the catalogue of layouts states them, in the order
of their terms, which decides the last bit. Nothing here looks at the Swift sources.
"""
import math

from cases import write


def next_place(release, settled, velocity, flick_velocity, edge):
    """Where a flick goes: to the next place beyond where the finger let go, which counts as at a place within
    a point of it; or further, if a slow drag would. Places are 1 apart."""
    if not velocity or abs(velocity) < flick_velocity:
        return settled
    if velocity > 0:
        return max(settled, math.floor(release + edge) + 1)
    return min(settled, math.floor(release - edge))


def settle_snap_carousel(W, pages, offset, translation, velocity=0, flick_velocity=400):
    page = W - 16
    content = pages * page + (pages - 1) * 16
    dragged = offset + translation
    index = math.trunc(((dragged + W / 2 + content / 2) - W / 2) / (page + 16))
    release = (dragged + content / 2 - page / 2) / (page + 16)
    index = next_place(release, index, velocity, flick_velocity, 1 / (page + 16))
    index = min(max(index, 0), pages - 1)
    end = index * page + (index - 1) * 16 - content / 2 + W / 2 - (W - page) / 2 + 16
    return {"page": pages - 1 - index, "offset": end}


def away(x):
    """Rounded, halves away from zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


def settle_circular_carousel(count, offset, translation, points_per_step=250, velocity=0,
                             flick_velocity=400):
    release = offset + translation / points_per_step
    turned = next_place(release, away(release), velocity, flick_velocity, 1 / points_per_step)
    end = math.remainder(turned, count)
    return {"offset": end, "slot": int((end - 1) % count) + 1}


def snaps():
    def drag(name, purpose, offset, translation, width=390, pages=4, **flick):
        options = {"width": width, "pages": pages, "offset": offset, "translation": translation, **flick}
        write("settle_snap_carousel", name, purpose, options,
              settle_snap_carousel(width, pages, offset, translation, **flick))

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
    drag("flick", "A flick goes on, though its way is too short.", 195, -150, velocity=-2500)
    drag("flick-back", "A flick back goes back, though its way is too short.", -195, 150, velocity=2500)
    drag("flick-of-no-way", "A flick from where the page is goes on, and so does one of less than a point.",
         195, 0.5, velocity=-900)
    drag("flick-against", "A flick against the drag stays at the page before where it was let go.",
         195, -300, velocity=900)
    drag("flick-over-two-pages", "A flick that was let go beyond the next page goes on to the one after it.",
         585, -400, velocity=-900)
    drag("flick-beyond", "A flick beyond the last page returns to it.", -585, -100, velocity=-900)
    drag("slow", "Just below the velocity of a flick only the way counts.", 195, -150, velocity=-399.9)
    drag("flick-velocity", "Another velocity of a flick.", 195, -150, velocity=-100, flick_velocity=100)


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
    drag("flick", "A flick turns the ring, though its way is too short.", 6, 0, -100, velocity=-3125)
    drag("flick-back", "A flick back turns it back.", 6, -3, 100, velocity=3125)
    drag("flick-against", "A flick against the drag stays at the card before where it was let go.",
         6, 1, 200, velocity=-900)
    drag("slow", "Just below the velocity of a flick only the way counts.", 6, 0, -100, velocity=-399.9)
    drag("flick-velocity", "Another velocity of a flick.", 6, 0, 60, velocity=100, flick_velocity=100)


if __name__ == "__main__":
    snaps()
    rings()
