import FeedLayout

/// The boxes of a screen, ordered so that those in a range are found without looking at all.
///
/// A box covers the places from its upper edge up to, and without, its lower edge; so does a range. They meet if they
/// have a place in common. The server's `y_range` is the same.
public struct FeedIndex: Hashable, Sendable {
  /// The document whose boxes these are.
  public let document: FeedDocument
  private let sections: FrameIndex
  private let items: [SectionIndex]

  /// The boxes of one section.
  private struct SectionIndex: Hashable, Sendable {
    let frames: FrameIndex
    /// The positions of the items that have frames.
    let positions: [Int]
  }

  /// A section in a range, and those of its items that are in it as well.
  public struct Visible: Hashable, Sendable {
    /// The position of the section in the document.
    public let section: Int
    /// The positions of the items in the section, ascending.
    public let items: [Int]

    /// A section and its items in a range.
    public init(section: Int, items: [Int]) {
      self.section = section
      self.items = items
    }
  }

  /// - Complexity: O(n) for frames in the order of their upper edges, else O(n log n).
  public init(_ document: FeedDocument) {
    self.document = document
    sections = FrameIndex(
      document.sections.enumerated().map { index, section in
        let frame = section.frame
        return Frame(
          id: index, x: frame.x, y: frame.y, width: frame.width, height: frame.height)
      })
    items = document.sections.map { section in
      let entries = section.entries
      return SectionIndex(
        frames: FrameIndex(entries.map(\.frame)), positions: entries.map(\.index))
    }
  }

  /// The sections and items between two heights of the screen, in points, from top to bottom. Items of a layout that
  /// moves sideways are in the range with their places at rest at the start, seen or not.
  ///
  /// A range that ends before it begins, or is not a number, has none.
  ///
  /// - Complexity: O(log n + k) for k boxes.
  public func boxes(from lower: Double, to upper: Double) -> [Visible] {
    guard let found = try? sections.positions(from: lower, to: upper) else { return [] }
    return found.map { place in
      Visible(
        section: place,
        items: itemPositions(inSection: place, from: lower, to: upper))
    }
  }

  private func itemPositions(inSection place: Int, from lower: Double, to upper: Double) -> [Int] {
    let top = document.sections[place].layoutTop.y
    let found = try? items[place].frames.positions(from: lower - top, to: upper - top)
    return (found ?? []).map { items[place].positions[$0] }
  }
}
