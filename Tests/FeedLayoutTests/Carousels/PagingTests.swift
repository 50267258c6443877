import FeedLayout
import TestSupport
import Testing

/// Pages as paging transforms count them.
struct PagingTests {
  private func pages(_ count: Int, axis: PageScroll.Axis = .horizontal) throws -> PageScroll {
    try PageScroll(viewport: Size(width: 390, height: 700), axis: axis, pageCount: count)
  }

  @Test("The progress of a page is how many pages it is from the middle")
  func progress() throws {
    #expect(try pages(5).progress(ofPage: 2, atOffset: 390) == 1)
    #expect(try pages(5).progress(ofPage: 0, atOffset: 195) == -0.5)
    #expect(try pages(5, axis: .vertical).progress(ofPage: 1, atOffset: 1050) == -0.5)
    let tiny = try PageScroll(viewport: Size(width: 0, height: 0.5), pageCount: 3)
    #expect(tiny.pages(atOffset: 2) == 2, "a page is at least a point long")
  }

  @Test(
    "The current page is the nearest, halves go on",
    arguments: [
      (0.0, 0), (194, 0), (195, 1), (584, 1), (585, 2), (-900, 0), (1e300, 4), (.nan, 0),
      (-.infinity, 0),
    ])
  func currentPage(offset: Double, page: Int) throws {
    #expect(try pages(5).currentPage(atOffset: offset) == page)
    #expect(try pages(0).currentPage(atOffset: offset) == nil)
  }

  @Test("An inset before the first page counts as scrolled")
  func inset() throws {
    #expect(try pages(5).currentPage(atOffset: -20, leadingInset: 20) == 0)
    #expect(try pages(5).currentPage(atOffset: 190, leadingInset: 20) == 1)
  }

  @Test("All pages along the axis, and the viewport without its safe area across it")
  func contentSize() throws {
    var area = PageScroll.SafeArea()
    (area.top, area.bottom, area.left, area.right) = (47, 34, 10, 20)
    #expect(try pages(4).contentSize(safeArea: area) == Size(width: 1560, height: 619))
    #expect(
      try pages(4, axis: .vertical).contentSize(safeArea: area) == Size(width: 360, height: 2800))
    #expect(try pages(4).contentSize() == Size(width: 1560, height: 700))
    (area.top, area.left) = (.nan, 1e300)
    #expect(try pages(1).contentSize(safeArea: area).height == 666)
    #expect(try pages(1, axis: .vertical).contentSize(safeArea: area).width == 0)
  }

  @Test(
    "A page's offset is limited to the pages there are",
    arguments: [(0, 0.0), (3, 1170), (4, 1560), (5, 1560), (-1, 0), (.max, 1560), (.min, 0)])
  func targetOffset(page: Int, offset: Double) throws {
    #expect(try pages(5).targetOffset(ofPage: page) == offset)
  }

  @Test("A page that is scrolled to is the current one", arguments: SeededGenerator.seeds)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let size = Size(
        width: Double.random(in: 1...4000, using: &random),
        height: Double.random(in: 1...4000, using: &random))
      let axis = PageScroll.Axis.allCases.randomElement(using: &random) ?? .horizontal
      let pages = try PageScroll(
        viewport: size, axis: axis, pageCount: Int.random(in: 1...1_000_000, using: &random))
      let page = Int.random(in: 0..<pages.pageCount, using: &random)
      let offset = pages.targetOffset(ofPage: page)
      #expect(pages.currentPage(atOffset: offset) == page)
      #expect(pages.progress(ofPage: page, atOffset: offset).magnitude < 1e-9)
    }
  }

  @Test("What is no viewport and no number of pages is refused")
  func refused() {
    for length in [-1, .nan, .infinity, 1e7] {
      #expect(throws: LayoutError.self) {
        try PageScroll(viewport: Size(width: length, height: 1), pageCount: 1)
      }
      #expect(throws: LayoutError.self) {
        try PageScroll(viewport: Size(width: 1, height: length), pageCount: 1)
      }
    }
    for count in [-1, .max, .min] {
      #expect(throws: LayoutError.self) {
        try PageScroll(viewport: Size(width: 1, height: 1), pageCount: count)
      }
    }
  }

  @Test("A padding leaves the card in the middle, of points or of a share of either side")
  func padding() throws {
    let viewport = Size(width: 400, height: 700)
    #expect(
      try PagePadding(.absolute(60)).card(in: viewport)
        == Rect(x: 60, y: 60, width: 280, height: 580))
    var padding = PagePadding(vertical: .fractionalHeight(0.1), horizontal: .fractionalWidth(0.05))
    #expect(try padding.card(in: viewport) == Rect(x: 20, y: 70, width: 360, height: 560))
    padding.left = .fractionalHeight(0.2)
    padding.bottom = .fractionalWidth(0.5)
    #expect(try padding.card(in: viewport) == Rect(x: 140, y: 70, width: 240, height: 430))
    #expect(try PagePadding().card(in: viewport) == Rect(x: 0, y: 0, width: 400, height: 700))
  }

  @Test(
    "A padding that leaves no card is refused",
    arguments: [
      .absolute(-1), .absolute(351), .fractionalWidth(.nan), .fractionalHeight(.infinity),
      .fractionalWidth(-0.1), .absolute(.greatestFiniteMagnitude),
    ] as [PagePadding.Length])
  func unusablePadding(length: PagePadding.Length) {
    #expect(throws: LayoutError.self) {
      try PagePadding(length).card(in: Size(width: 400, height: 700))
    }
  }
}
