"""Pagers, as the library of the screens has them."""
from oracle.geometry import away, numbers, size


def paging(viewport, **o):
    VW, VH = numbers(viewport)
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
