import FeedLayout
import FeedPublisher
import StrictJSON

/// Where everything is on the paper, in points from the screen's top left corner.
struct Sheet {
  /// The part of the document's screen that its sections take.
  let screen: Rectangle
  /// Height of the sections, which may be none.
  let sectionsHeight: Double
  /// The screen and everything drawn beyond its edges.
  let content: Rectangle
  /// The paper.
  let bounds: Rectangle

  /// Thickness of the device around the screen.
  static let bezel = 10.0
  /// Height of the device above and below the content.
  static let forehead = 46.0
  static let chin = 34.0
  /// Distance between the content and the dimension lines on its left.
  static let dimensionGap = 30.0
  /// Width of the column of labels.
  static let labelWidth = 214.0
  static let headerHeight = 132.0
  static let margin = 44.0
  /// What is drawn when there is no section at all.
  static let emptyHeight = 240.0

  init(_ document: FeedDocument) {
    let top = document.sections.first?.frame.y ?? 0
    let bottom = document.sections.map(\.frame.maxY).max() ?? 0
    let height = bottom > top ? bottom - top : Self.emptyHeight
    sectionsHeight = max(0, bottom - top)
    screen = Rectangle(x: 0, y: top, width: document.viewport.width, height: height)

    var left = -Self.bezel
    var right = screen.maxX + Self.bezel
    for section in document.sections {
      let extent = section.paintedExtent
      left = min(left, extent.minX)
      right = max(right, extent.maxX, section.frame.x + section.layout.contentSize.width)
    }
    content = Rectangle(x: left, y: top, width: right - left, height: height)

    for section in document.sections {
      let width = Storyboard.width(of: section)
      guard width > 0 else { continue }
      right = max(right, Storyboard.left(of: section, screen: screen) + width)
    }
    let paperLeft = left - Self.dimensionGap - Self.labelWidth - Self.margin
    let paperTop = top - Self.forehead - Self.headerHeight
    let labels = Gutter.labels(of: document.sections).last?.bottom ?? top
    bounds = Rectangle(
      x: paperLeft, y: paperTop, width: right + Self.margin - paperLeft,
      height: max(screen.maxY + Self.chin, labels) + Self.margin - paperTop)
  }

  /// The x of the vertical dimension lines.
  var dimensionX: Double { content.x - Self.dimensionGap }

  var viewBox: String {
    [bounds.x, bounds.y, bounds.width, bounds.height].map { NumberText.brief($0) }
      .joined(separator: " ")
  }
}
