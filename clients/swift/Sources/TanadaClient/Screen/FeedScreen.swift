public import FeedLayout

/// A document as a view draws it: a header and cells for each section, with their boxes on the screen.
///
/// A section whose items move sideways is one cell, a row with cells of its own; any other has a cell for each item.
public struct FeedScreen: Hashable, Sendable {
  /// The document that is drawn.
  public let document: FeedDocument
  /// The size of all that is drawn, in points.
  public let contentSize: Size
  /// The sections that this client can draw, from top to bottom.
  public let sections: [Section]
  private let index: FeedIndex

  /// One section.
  public struct Section: Sendable {
    /// The section of the document.
    public let section: FeedSection
    /// The items that can be drawn, in the boxes that they are laid out in: with a motion, those of its poses.
    public let entries: [FeedSection.Entry]
    /// How the items move; `nil` for items that stand still.
    public let motion: (any SectionMotion)?
    /// The box of the header on the screen, in points; `nil` for none.
    public let headerBox: Rect?
    /// The box of all items on the screen, in points.
    public let contentBox: Rect

    /// How many cells the section has.
    public var cellCount: Int { motion == nil ? entries.count : 1 }

    /// The box of a cell on the screen, in points.
    public func box(ofCell cell: Int) -> Rect {
      guard motion == nil else { return contentBox }
      let origin = section.layoutTop
      return entries[cell].frame.rect.moved(x: origin.x, y: origin.y)
    }
  }

  /// The screen of `document`.
  public init(_ document: FeedDocument) {
    self.document = document
    let drawn = document.drawable()
    contentSize = drawn.contentSize
    index = FeedIndex(drawn)
    sections = drawn.sections.map { section in
      let frame = section.frame
      let header = section.header.map {
        Rect(x: frame.x, y: frame.y, width: frame.width, height: $0.height)
      }
      let top = section.layoutTop.y
      let motion = drawn.motion(of: section)
      let entries = section.entries.enumerated().map { place, entry in
        motion.map { entry.placed(in: $0.box(ofItem: place)) } ?? entry
      }
      return Section(
        section: section, entries: entries, motion: motion, headerBox: header,
        contentBox: Rect(
          x: frame.x, y: top, width: frame.width, height: max(0, frame.maxY - top)))
    }
  }

  /// The cells in sight.
  public struct Sight: Hashable, Sendable {
    /// The position of the section.
    public let section: Int
    /// Whether the header is in sight.
    public let hasHeader: Bool
    /// The cells of the section that are in sight, ascending.
    public let cells: [Int]

    /// The cells of a section that are in sight.
    public init(section: Int, hasHeader: Bool, cells: [Int]) {
      self.section = section
      self.hasHeader = hasHeader
      self.cells = cells
    }
  }

  /// The headers and cells between two heights of the screen, in points, from top to bottom.
  public func cells(from lower: Double, to upper: Double) -> [Sight] {
    index.boxes(from: lower, to: upper).map { visible in
      let section = sections[visible.section]
      func meets(_ box: Rect?) -> Bool { box.map { $0.y < upper && $0.maxY > lower } ?? false }
      let positions = Set(visible.items)
      let cells =
        section.motion == nil
        ? section.entries.indices.filter { positions.contains(section.entries[$0].index) }
        : meets(section.contentBox) ? [0] : []
      return Sight(
        section: visible.section, hasHeader: meets(section.headerBox), cells: Array(cells))
    }
  }

  /// The visible share of each item by its `impression_id`, with the part of the screen from `top` to `bottom` in sight.
  ///
  /// - Parameters:
  ///   - top: where what is in sight begins, in points.
  ///   - bottom: where it ends, in points.
  ///   - offsets: the offsets of sections that have moved sideways, by their ids.
  public func visibleShares(
    from top: Double, to bottom: Double, offsets: [String: Double] = [:]
  ) -> [String: Double] {
    let sight = Rect(
      x: 0, y: top, width: document.viewportWidth, height: max(0, bottom - top))
    var shares: [String: Double] = [:]
    for section in sections where section.contentBox.intersection(sight) != nil {
      let origin = section.section.layoutTop
      let poses = section.motion.map {
        $0.poses(at: offsets[section.section.id] ?? $0.initialOffset)
      }
      // Of a pile or a ring only the card in front is seen: the others lie below it.
      let front = section.motion?.front(
        at: offsets[section.section.id] ?? section.motion?.initialOffset ?? 0)
      for (place, entry) in section.entries.enumerated() {
        guard let id = entry.item.impressionID, place == front ?? place else { continue }
        let drawn = if let poses { poses[place]?.coveredBox } else { entry.frame.rect as Rect? }
        guard let box = drawn?.moved(x: origin.x, y: origin.y) else { continue }
        let share = box.visibleShare(in: sight)
        if share > 0 { shares[id] = share }
      }
    }
    return shares
  }
}

extension FeedScreen {
  /// Screens of the same document are the same.
  public static func == (screen: FeedScreen, other: FeedScreen) -> Bool {
    screen.document == other.document
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(document) }
}

extension Rect {
  /// The share of this box that is inside of `sight`, 0…1; 0 for a box without extent.
  public func visibleShare(in sight: Rect) -> Double {
    guard let part = intersection(sight) else { return 0 }
    return (part.width / width) * (part.height / height)
  }
}
