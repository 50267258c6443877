import FeedLayout

/// What a view has to do to show another screen in the place of the one that it shows.
public enum ScreenChange: Hashable, Sendable {
  /// Sections have come, gone or changed places, or the width is another: everything is drawn again.
  case all
  /// The changes of sections, which are those of before in the same order; empty if each is drawn as it is, at most at
  /// another height of the screen.
  case sections([Section])

  /// The change of one section.
  public struct Section: Hashable, Sendable {
    /// The position of the section.
    public let section: Int
    /// What has changed of it.
    public let kind: Kind

    /// A change of the section at a position.
    public init(section: Int, kind: Kind) {
      self.section = section
      self.kind = kind
    }
  }

  /// How a section has changed.
  public enum Kind: Hashable, Sendable {
    /// The cells of before are drawn again, and are as many.
    case cells
    /// There are as many further cells at the end; those of before stay.
    case inserted(cells: Range<Int>)
    /// The header or the number of cells is another one.
    case section
  }

  /// The change from `former`; `nil` for nothing that was shown.
  public init(from former: FeedScreen?, to screen: FeedScreen) {
    guard let former, former.document.viewportWidth == screen.document.viewportWidth,
      former.sections.map(\.section.id) == screen.sections.map(\.section.id)
    else {
      self = .all
      return
    }
    self = .sections(
      zip(former.sections, screen.sections).enumerated().compactMap { place, pair in
        Self.kind(from: pair.0, to: pair.1).map { Section(section: place, kind: $0) }
      })
  }

  private static func kind(from former: FeedScreen.Section, to next: FeedScreen.Section) -> Kind? {
    guard former.hasSameStyle(as: next) else { return .section }
    let count = former.entries.count
    if former.motion != nil {
      let isSame =
        former.entries == next.entries && former.section.layout == next.section.layout
        && former.contentBox.height == next.contentBox.height
      return isSame ? nil : .cells
    }
    if next.entries.count > count, Array(next.entries.prefix(count)) == former.entries {
      return .inserted(cells: count..<next.entries.count)
    }
    guard next.entries.count == count else { return .section }
    return former.entries == next.entries ? nil : .cells
  }
}

extension FeedScreen.Section {
  /// Whether header and cells of the section are drawn alike, whatever its items are.
  fileprivate func hasSameStyle(as other: Self) -> Bool {
    let (one, two) = (section, other.section)
    return one.title == two.title && one.header == two.header && one.kind == two.kind
      && one.cell == two.cell && one.roles == two.roles && one.frame.width == two.frame.width
      && (motion == nil) == (other.motion == nil)
  }
}
