#!/usr/bin/env python3
"""Writes the first inputs of each target to Tests/Fuzzing/corpus. What a run finds is added beside them."""

import json
import pathlib
import struct

CORPUS = pathlib.Path(__file__).parent / "corpus"

KIND = {
    "kind": "shops", "title": "Shops", "roles": {"headline": "name"},
    "fields": [
        {"name": "name", "type": "text", "localized": True, "max_length": 80},
        {"name": "size", "type": "choice", "choices": ["S", "M"], "required": False},
        {"name": "stars", "type": "number", "minimum": 0, "maximum": 5, "required": False},
        {"name": "tags", "type": "list", "of": "text", "required": False},
    ],
}
WHEN = {"platforms": ["ios"], "app_version": ">=3.2 <4", "audiences": ["vip"],
        "share": {"from": 0, "to": 0.5, "salt": "a"}}
COMPOSITION = {
    "feed": "home", "spacing": 8,
    "sections": [
        {"id": "news", "kind": "recent_news", "title": "News", "title@ja": "x", "limit": 5, "when": WHEN,
         "header": {"height": 44}, "layout": {"type": "list", "options": {"spacing": "4"}},
         "source": {"query": {"filter": {"title": "a"}, "sort": "-published_at"}},
         "window": {"publish_at": "2022-12-01T15:00:00.000+0000"}},
        {"id": "all", "kind": "everything", "title": "All", "source": {"pinned": [1, 2]}},
    ],
}
NEWS = {"id": 1, "title": "Rice", "news_category": "food", "published_at": "2022-12-01T15:00:00.000+0900",
        "thumbnail_url": "https://example.com/a.jpg"}
EVERYTHING = {
    "id": 7, "plain": "a", "plain@ja": "b", "short": "abc", "address": "https://example.com/", "size": "\u00c4",
    "moment": "2022-12-01T15:00:00.000-1130", "whole": 3, "any": 1.5, "flag": True, "other": 1,
    "picture": "0" * 32, "numbers": [1, 2.5], "names": ["a", "b"], "when": WHEN,
    "publish_at": "2022-12-01T15:00:00Z", "unpublish_at": None, "draft": True,
}
EVERYTHING_BYTE = b"\x06"


def text(*parts: object) -> bytes:
    return b"\0".join(part if isinstance(part, bytes) else json.dumps(part).encode() for part in parts)


def tiff() -> bytes:
    """EXIF with a maker, an orientation, an exposure, and a place."""
    entries = [
        (0x010F, 2, 5, 90), (0x0112, 3, 1, 6), (0x8769, 4, 1, 100), (0x8825, 4, 1, 120),
    ]
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    head += b"".join(struct.pack("<HHII", *entry) for entry in entries) + struct.pack("<I", 0)
    block = head.ljust(90, b"\0") + b"Rico\0".ljust(10, b"\0")
    block += struct.pack("<HHHIII", 1, 0x829A, 5, 1, 150, 0).ljust(20, b"\0")
    block += struct.pack("<HHHIII", 1, 0x0002, 5, 3, 160, 0).ljust(30, b"\0")
    return block + struct.pack("<II", 1, 250) + struct.pack("<IIIIII", 35, 1, 41, 1, 22, 1)


def inputs() -> dict[str, list[bytes]]:
    rows = "id,title,news_category,published_at,thumbnail_url\r\n1,\"a\"\"b\",c,2022-12-01T15:00:00Z,https://a.b/\r\n"
    table = "id,plain,plain@ja,short,whole,numbers,names,when\n7,a,b,abc,3,\"[1,2]\",\"[\"\"a\"\"]\",\n"
    return {
        "json": [b'{"a":[1,-2.5e3,"\\u00e9\\ud83c\\udf63",null,true,{}]}', b'{"\\u00e9":1,"e\\u0301":2}',
                 b"1e-400", b"[1e400]", b"9007199254740993", b'"\xff"', b"[" * 40 + b"]" * 40],
        "patch": [text({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"c": 3, "d": None}}), text([1], {"a": 1}),
                  text({"\u00e9": 1}, {"e\u0301": 2}), text({"a": 1}, 5)],
        "items": [EVERYTHING_BYTE + text({"result": [EVERYTHING]}), b"\0" + text({"result": [NEWS]}),
                  EVERYTHING_BYTE + text([{"id": 1, "plain": "a", "whole": 1e-300}]), b"\0" + text({"result": []})],
        "lines": [EVERYTHING_BYTE + text(EVERYTHING) + b"\n" + text({**EVERYTHING, "id": 8}), b"\0" + text(NEWS)],
        "table": [EVERYTHING_BYTE + table.encode(), b"\0" + rows.encode(), EVERYTHING_BYTE + b"id,plain,any\n1,a,1e-400\n"],
        "kinds": [text(KIND, {**KIND, "title": "S"}), text({"kinds": [KIND]}), text(KIND, {**KIND, "fields": []})],
        "compositions": [text(COMPOSITION), text({"sections": []})],
        "conditions": [text(WHEN) + b"\0ios\n3.5\nvip\nme", text({"share": {"from": 0, "to": 1, "salt": "x"}})],
        "versions": [b">=3.2 <4\n3.10.1\n3.9\n2.0.0-beta.2", b"*\n1\n1.0\n1.0.0-0", b"=1.2\n01\n1-a\n1-1"],
        "locales": [b"zh-Hant-TW\nen-gb\nde-1996\ntitle@en", b"en-a-bbb-x-a-ccc\nx\nI-klingon\n"],
        "times": [b"2022-12-01T15:00:00.000+0900", b"0001-01-01T00:00:00+23:59", b"9999-12-31T23:59:59.999-2359", b"90d",
                  b"2024-02-29T00:00:00Z"],
        "queries": [b"\0title=a\nsort=-published_at,id\nq=rice curry", EVERYTHING_BYTE + b"any.gte=1e0\nwhole=3\nflag=true",
                    EVERYTHING_BYTE + b"moment.lt=2022-12-01T15:00:00Z\nsize.ne=S"],
        "sealed": [b"list\0\x05A", b"other", b"", b"YWJj"],
        "pictures": [b"\xff\xd8\xff\xe1\0\x10Exif\0\0" + tiff()[:8] + b"\xff\xd9", b"II*\0" + tiff()[4:],
                     b"RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x03\0\0\x02\0\0", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR",
                     b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08meta", b"GIF89a"],
        "exif": [tiff(), b"MM\0*\0\0\0\x08\0\0", b""],
        "markup": [b"\0<script>alert(1)</script>", b"\1]]><!--", b"\2\" onload=\"x", b"\3&lt;&#0;\xef\xbf\xbf\xe2\x80\xae",
                   b"\4\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7"],
        "layouts": [bytes([index]) + b"width=390\n\n" + text({"result": [{"id": 1, "width": 3, "height": 2}]})
                    for index in range(15)],
        "http": [b"GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n" * 2,
                 b"POST /v1/batch HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                 b"GET / HTTP/1.0\r\n\r\n", b"GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nabcde",
                 b"HEAD /v1/feeds/home HTTP/1.1\nHost: a\nConnection: close\n\n"],
        "requests": [
            b"- GET /v1/feeds/home?width=390&platform=ios&app_version=3.2&bucket=a\nAccept-Language: ja;q=0.5, en\n",
            b"- GET /v1/content/recent_news?title.contains=a&sort=-id&limit=2&cursor=abc\nIf-None-Match: \"a\"\n",
            b"- GET /v1/feeds/home/history/1\n", b"viewer GET /v1/audit?limit=3\n",
            b"- GET /v1/feeds/home?variant=abc\nAccept-Encoding: br, gzip\n",
            b"- GET /v1/feeds/home/preview?release=1&signature=abc\n",
            b"admin POST /v1/batch\nContent-Type: application/json\n\n" + text({"operations": [
                {"op": "put", "kind": "recent_news", "item": NEWS}]}),
            b"admin PUT /v1/kinds/shops\nContent-Type: application/json\n\n" + text(KIND),
            b"editor PUT /v1/feeds/home/composition\nContent-Type: application/json\n\n" + text(COMPOSITION),
            b"editor PATCH /v1/content/recent_news/1\nContent-Type: application/merge-patch+json\n\n" + text({"title": "b"}),
            b"- POST /v1/session\nContent-Type: application/json\nOrigin: http://localhost\n\n" + text({"token": "a"}),
            b"viewer GET /v1/session\nCookie: tanada_session=abc; tanada_session=def\n",
            b"- GET /v1/photos/" + b"0" * 32 + b"/pictures/100x100.webp?signature=abc\n",
            b"- POST /v1/layouts/list\nContent-Type: application/json\n\n" + text({"result": []}),
            b"last GET /v1/events?feeds=home\nLast-Event-ID: 0.abc\n",
        ],
    }


def main() -> None:
    for target, contents in inputs().items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(contents, 1):
            (folder / f"seed-{number:02}").write_bytes(content)


if __name__ == "__main__":
    main()
