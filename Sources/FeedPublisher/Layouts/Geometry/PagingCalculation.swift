package import FeedLayout
import StrictJSON

/// The input of a paging transform: the progress of pages, their order, and the card in each.
package struct PagingCalculation: GeometryCalculation {
  package static let name = "paging"
  package static let abstract = "Progress, order and card of the pages of a pager at one offset."
  package static let discussion = """
    A page is as large as the viewport. The progress of a page is what layout transform takes, and \
    the size of the card is its size.
    """
  package static let options = scrolling + card

  private static let scrolling = OptionList(
    Self(),
    [
      .size("viewport", \.viewport, "The viewport's size in points, such as 390x763."),
      .integer(
        "pages", \.pages, in: 0...1000, "count", "How many pages there are, {range}.",
        form: .requiredValue),
      .choice("axis", \.axis, "axis", "Which way the pages follow one another ({default})."),
      .number(
        "offset", \.offset, in: .drag, "points",
        "How far the content is scrolled, in points ({default})."),
      .number(
        "leading_inset", \.leadingInset, in: .drag, "points",
        "Space before the first page that the offset does not count, in points ({default})."),
      .integer(
        "live", \.live, in: 0...1000, "count", "How many pages are live at most (all of them)."),
      .choice("order", \.order, "order", "Which page is nearer to the viewer ({default})."),
      .integer(
        "target", \.target, in: 0...999, "page",
        "A page to scroll to: \"scroll\" says where, and how far that is at a time."),
      .choice("curve", \.curve, "curve", "How the scroll gains and loses speed ({default})."),
      .number(
        "time", \.time, in: 0...1, "share", "How much of the scroll's time is over ({default})."),
    ])

  private static let card = OptionList(
    Self(),
    [
      .inset("safe_top", \.safeArea.top, "upper"), .inset("safe_left", \.safeArea.left, "left"),
      .inset("safe_bottom", \.safeArea.bottom, "lower"),
      .inset("safe_right", \.safeArea.right, "right"),
      .padding("padding_top", \.padding.top, "upper"),
      .padding("padding_left", \.padding.left, "left"),
      .padding("padding_bottom", \.padding.bottom, "lower"),
      .padding("padding_right", \.padding.right, "right"),
    ])

  var viewport = Size.zero
  var pages = 0
  var axis = PageScroll.Axis.horizontal
  var offset = 0.0
  var leadingInset = 0.0
  var live: Int?
  var order = PageOrder.nearest
  var target: Int?
  var curve = ScrollCurve.linear
  var time = 1.0
  var safeArea = PageScroll.SafeArea()
  var padding = PagePadding()

  package init() {}

  /// Progress, order and card of the pages, with those that are drawn.
  package typealias Answer = (
    pageLength: Double, contentSize: Size, card: Rect, currentPage: Int?, livePages: [LivePage],
    scroll: (end: Double, offset: Double)?
  )
  package typealias LivePage = (page: Int, progress: Double, zIndex: Double)

  package func answer() throws -> Answer {
    let scroll = try PageScroll(viewport: viewport, axis: axis, pageCount: pages)
    let card = try padding.card(in: viewport)
    let live = VisiblePages.range(
      offsetInPages: scroll.pages(atOffset: offset), pageCount: pages, limit: live)
    let livePages = live.map { page -> LivePage in
      let progress = scroll.progress(ofPage: page, atOffset: offset)
      return (page, progress, order.zIndex(atProgress: progress))
    }
    let moved = try target.map { page in
      let end = scroll.targetOffset(ofPage: page)
      return (end: end, offset: try curve.offset(at: time, from: offset, to: end))
    }
    return (
      scroll.pageLength, scroll.contentSize(safeArea: safeArea), card,
      scroll.currentPage(atOffset: offset, leadingInset: leadingInset), livePages, moved
    )
  }

  package static let published = Published<Answer>(
    "Paging", "The pages of a pager at one offset.",
    [
      Member("page_length", .number, "The length of a page, in points.") { $0.pageLength },
      Member("content_size", Size.published) { $0.contentSize },
      Member("card", Rect.published, "The card in its page.") { $0.card },
      Member(
        "current_page", Published<Int>.position.orNull, "The page in view; null without pages."
      ) { $0.currentPage },
      Member("live_pages", .list(of: livePage), "The pages to draw.") { $0.livePages },
      .optional("scroll", moving, "A scroll to a page, with a target.") { $0.scroll },
    ])

  private static let livePage = Published<LivePage>(
    "LivePage", "A page that is drawn.",
    [
      Member("page", .position, "The page, from 0.") { $0.page },
      Member("progress", .number, "Pages from the middle.") { $0.progress },
      Member("z_index", .number, "The order from back to front.") { $0.zIndex },
    ])

  private static let moving = Published<(end: Double, offset: Double)>([
    Member("target_offset", .number, "Where the scroll ends, in points.") { $0.end },
    Member("offset", .number, "How far it is at the time, in points.") { $0.offset },
  ])
}

extension LayoutOption {
  /// Space the system keeps free at an edge.
  fileprivate static func inset(
    _ name: String, _ path: OptionPath<Options, Double>, _ edge: String
  ) -> Self {
    .number(
      name, path, in: PageScroll.supportedLengths, "points",
      "Space the system keeps free at the \(edge) edge, in points ({default}).")
  }

  /// Space between an edge and the card.
  fileprivate static func padding(
    _ name: String, _ path: OptionPath<Options, PagePadding.Length>, _ edge: String
  ) -> Self {
    .text(
      name, path, "length",
      "Space between the \(edge) edge and the card: points, or a share of the viewport's width or "
        + "height, such as 60, 0.1w or 0.1h (0).",
      expected: "a number, with w or h after it for a share of the width or height"
    ) { PagePadding.Length(text: $0) }
  }
}

extension PagePadding.Length {
  /// `60`, `0.1w` or `0.1h`.
  fileprivate init?(text: String) {
    let number = text.hasSuffix("w") || text.hasSuffix("h") ? String(text.dropLast()) : text
    guard let value = number.jsonNumber else { return nil }
    self =
      if text.hasSuffix("w") {
        .fractionalWidth(value)
      } else if text.hasSuffix("h") {
        .fractionalHeight(value)
      } else {
        .absolute(value)
      }
  }
}
