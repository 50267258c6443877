package import FeedLayout
package import Foundation
import StrictJSON

/// The input of a paging transform: the progress of pages, their order, and the card in each.
package struct PagingCalculation: Calculation {
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

  package func answer(items _: Data) throws -> [UInt8] {
    let scroll = try PageScroll(viewport: viewport, axis: axis, pageCount: pages)
    let card = try padding.card(in: viewport)
    let live = VisiblePages.range(
      offsetInPages: scroll.pages(atOffset: offset), pageCount: pages, limit: live)
    let moving = try target.map { page in
      let end = scroll.targetOffset(ofPage: page)
      return (end, try curve.offset(at: time, from: offset, to: end))
    }
    return JSONWriter.encode { writer in
      writer.object { object in
        object.member("page_length", scroll.pageLength)
        object.member("content_size", scroll.contentSize(safeArea: safeArea))
        object.member("card", card)
        if let page = scroll.currentPage(atOffset: offset, leadingInset: leadingInset) {
          object.member("current_page", page)
        } else {
          object.null("current_page")
        }
        object.array("live_pages", live) { writer, page in
          let progress = scroll.progress(ofPage: page, atOffset: offset)
          writer.object {
            $0.member("page", page)
            $0.member("progress", progress)
            $0.member("z_index", order.zIndex(atProgress: progress))
          }
        }
        if let (end, now) = moving {
          object.object("scroll") {
            $0.member("target_offset", end)
            $0.member("offset", now)
          }
        }
      }
    }
  }
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
