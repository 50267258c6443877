import FeedLayout
import Testing

struct LayoutTypeTests {
  @Test(
    "A layout has one name, written with underscores or with hyphens",
    arguments: [
      (LayoutType.shelf, "shelf", "shelf"),
      (.snapCarousel, "snap_carousel", "snap-carousel"),
      (.circularCarousel, "circular_carousel", "circular-carousel"),
      (.uniformGrid, "uniform_grid", "uniform-grid"),
      (.staggeredGrid, "staggered_grid", "staggered-grid"),
      (.cardStack, "card_stack", "card-stack"),
      (.carousel, "carousel", "carousel"),
      (.justifiedRows, "justified_rows", "justified-rows"),
    ])
  func names(type: LayoutType, published: String, onCommandLine: String) {
    #expect(type.rawValue == published)
    #expect(type.kebabCaseName == onCommandLine)
    #expect(LayoutType(name: published) == type)
    #expect(LayoutType(name: onCommandLine) == type)
  }

  @Test("There are eight layouts")
  func count() {
    #expect(LayoutType.allCases.count == 8)
  }

  @Test(
    "No other name is a layout",
    arguments: ["", "Shelf", "snap carousel", "grid", "shelf ", "snapCarousel", "_", "-shelf"])
  func otherNames(name: String) {
    #expect(LayoutType(name: name) == nil)
  }
}
