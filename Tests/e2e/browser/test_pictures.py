"""Pictures: where their addresses come from, and what is seen without one."""


def test_a_picture_without_an_address_leaves_its_placeholder(watch):
    # The browser says in its console that there is no such picture.
    watched = watch(expected=["nowhere.png"])
    watched.evaluate("look.drawOtherPictures")
    # All four are drawn: of fewer, every one behind the second may be seen as well.
    watched.wait_for_function("() => (look.pictures()[3]?.isSeen && look.pictures()[2].isSeen) ?? false")
    without, broken, whole, sources = watched.evaluate("look.pictures")
    assert without == broken == {"placeholder": True, "isSeen": False, "sources": 0}
    assert (whole["sources"], sources["sources"]) == (0, 1)
    missing = {address.rpartition("/")[2] for address in watched.requests if "nowhere" in address}
    assert missing == {"nowhere.png"}
    assert watched.errors and all("404" in error for error in watched.errors)
