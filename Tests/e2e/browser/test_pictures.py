"""Pictures: where their addresses come from, and what is seen without one."""

# Draws a document in which the news' pictures have other addresses, as the first feed of the page.
DRAW = """
() => {
  const changed = structuredClone(document.querySelector("tanada-feed").document);
  const { items } = changed.sections.find(({ id }) => id === "recent_news");
  const [whole] = Object.values(items[2].image.sources.at(-1)).filter((address) => /^http|^\\//.test(address));
  const { sources } = items[3].image;
  items[0].image = { ...items[0].image, sources: undefined, url: undefined };
  items[1].image = { ...items[1].image, sources: [], url: "/nowhere.png" };
  items[2].image = { ...items[2].image, sources: null, url: whole };
  items[3].image = { ...items[3].image, sources: sources.slice(-1), url: "/nowhere-else.png" };
  const feed = document.createElement("tanada-feed");
  document.getElementById("screen").prepend(feed);
  feed.document = changed;
  scrollTo(0, 0);
}
"""
# The contents of the first four frames of the news.
DRAWN = """
() => {
  const { shadowRoot } = document.querySelector("tanada-feed");
  const frames = shadowRoot.querySelectorAll("[data-section=recent_news] .frame");
  return [...frames].slice(0, 4).map((frame) => ({
    placeholder: !!frame.querySelector("canvas"),
    isSeen: frame.querySelector("img")?.naturalWidth > 0,
    sources: frame.querySelectorAll("source").length,
  }));
}
"""


def test_a_picture_without_an_address_leaves_its_placeholder(watch):
    watched = watch("/", viewport={"width": 390, "height": 844})
    watched.page.evaluate(DRAW)
    # All four are drawn: of fewer, every one behind the second may be seen as well.
    watched.page.wait_for_function(
        f"() => (({DRAWN})()[3]?.isSeen && ({DRAWN})()[2].isSeen) ?? false"
    )
    without, broken, whole, sources = watched.page.evaluate(DRAWN)
    assert without == {"placeholder": True, "isSeen": False, "sources": 0}
    assert broken == {"placeholder": True, "isSeen": False, "sources": 0}
    assert (whole["sources"], sources["sources"]) == (0, 1)
    # The address of the original is not asked for where there are sources.
    missing = {address.rpartition("/")[2] for address in watched.requests if "nowhere" in address}
    assert missing == {"nowhere.png"}
    # The browser says in its console that there is no such picture.
    assert watched.errors and all("404" in error and "nowhere.png" in error for error in watched.errors)
    watched.errors.clear()
