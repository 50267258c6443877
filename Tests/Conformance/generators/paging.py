"""Pagers, as the library of the screens has them, and their cases. Nothing here looks at the Swift sources."""
from generators.cases import away, size, write


def paging(o):
    """The answer for options, whose `viewport` is WIDTHxHEIGHT."""
    VW, VH = map(float, o["viewport"].split("x"))
    n, offset, is_vertical = o["pages"], o.get("offset", 0), o.get("axis") == "vertical"
    length = max(VH if is_vertical else VW, 1)
    top, left, bottom, right = (o.get(f"safe_{edge}", 0) for edge in ["top", "left", "bottom", "right"])
    content = size(VW - left - right, n * VH) if is_vertical else size(n * VW, VH - top - bottom)

    def padding(edge):
        text = str(o.get("padding_" + edge, 0))
        share = {"w": VW, "h": VH}.get(text[-1])
        return float(text[:-1]) * share if share else float(text)

    card = {"x": padding("left"), "y": padding("top"), "width": VW - padding("left") - padding("right"),
            "height": VH - padding("top") - padding("bottom")}
    # The live pages, as the library of the screens finds them.
    count = min(o.get("live", n), n)
    middle, c = count // 2, int(away(offset / length))
    a, b = c - middle, c + middle
    if count % 2:
        a, b = (a - 1, b) if c < middle else (a, b + 1)
    live = range(max(0, a - max(0, b - n)), min(n, b + max(0, -a))) if count else range(0)
    orders = {"nearest": lambda p: -abs(away(p)), "pile": lambda p: -away(p), "reverse_pile": away}
    z = orders[o.get("order", "nearest")]
    pages = [{"page": page, "progress": page - offset / length, "z_index": z(page - offset / length)} for page in live]
    current = away((offset + o.get("leading_inset", 0)) / length)
    answer = {"page_length": length, "content_size": content, "card": card,
              "current_page": min(max(int(current), 0), n - 1) if n else None, "live_pages": pages}
    if "target" in o:
        t = o.get("time", 1)
        share = {"linear": t, "parametric": t * t / (2 * (t * t - t) + 1),
                 "ease_in_out": 2 * t * t if t < 0.5 else -2 * t * t + 4 * t - 1, "ease_in": t * t,
                 "ease_out": 2 * t - t * t}[o.get("curve", "linear")]
        end = min(max(o["target"] * length, 0), max(0, n - 1) * length)
        answer["scroll"] = {"target_offset": end, "offset": offset + (end - offset) * share}
    return answer


CASES = [
    ("no-pages", "Without pages none is current.", 0),
    ("start", "At the start the first page is at progress 0.", 4),
    ("halfway", "Halfway between two pages the next one is current.", 4, dict(offset=585)),
    ("vertical", "Pages from top to bottom are as long as the viewport is high.", 3,
     dict(axis="vertical", offset=1000)),
    ("beyond", "Beyond the end the last page is current.", 3, dict(offset=2000)),
    ("before", "Before the start the first page is current.", 3, dict(offset=-300)),
    ("inset", "An inset before the first page counts for the current page, not for the progress.", 3,
     dict(offset=150, leading_inset=50)),
    ("safe-area", "A safe area takes of the content across the axis only.", 3,
     dict(safe_top=47, safe_bottom=34, safe_left=10, safe_right=20)),
    ("safe-area-vertical", "A safe area across a vertical axis.", 3,
     dict(axis="vertical", safe_top=47, safe_bottom=34, safe_left=10, safe_right=20)),
    ("padding", "A padding of points makes the card smaller.", 2,
     dict(padding_top=60, padding_left=60, padding_bottom=60, padding_right=60)),
    ("padding-shares", "A padding of shares of either side of the viewport.", 2,
     dict(padding_top="0.1h", padding_left="0.05w", padding_bottom="0.25w", padding_right="0.1h")),
    ("live-1", "One live page is that after the middle of the scroll.", 7, dict(live=1, offset=1170)),
    ("live-2", "An even number of live pages, halves of it to both sides.", 7, dict(live=2, offset=1170)),
    ("live-3", "An odd number of live pages has the additional one at the end.", 7, dict(live=3, offset=1170)),
    ("live-start", "At the start live pages that do not exist are added at the end.", 7, dict(live=4)),
    ("live-end", "At the end live pages that do not exist are added at the start.", 7, dict(live=3, offset=2340)),
    ("live-all", "More live pages than there are: all of them.", 3, dict(live=9, offset=390)),
    ("order-pile", "In a pile earlier pages are nearer.", 5, dict(order="pile", offset=1000)),
    ("order-reverse_pile", "In a reverse pile later pages are nearer.", 5, dict(order="reverse_pile", offset=1000)),
    ("curve-ease_in_out-second-half", "The second half of the curve ease_in_out is another formula.", 5,
     dict(offset=390, target=3, curve="ease_in_out", time=0.8)),
    ("target-beyond", "A target beyond the last page is the last page.", 3, dict(target=9)),
]


def main():
    curves = [(f"curve-{curve}", f"How far a scroll is after 0.3 of its time on the curve {curve}.", 5,
               dict(offset=390, target=3, curve=curve, time=0.3))
              for curve in ["linear", "parametric", "ease_in_out", "ease_in", "ease_out"]]
    for name, purpose, pages, *options in CASES + curves:
        options = {"viewport": "390x763", "pages": pages} | dict(*options)
        write("paging", name, purpose, options, paging(options))
