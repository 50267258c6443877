/// A part of a cell: its content and its place.
public struct CellSlot: Hashable, Sendable {
  /// The content of a slot.
  public enum Content: Hashable, Sendable {
    /// The item's picture.
    case image(CellImage)
    /// A box of a colour.
    case shade(CellColor, cornerRadius: Double)
    /// A thin box of a colour.
    case line(CellColor)
    /// The item's rating as stars.
    case stars(CellStars)
    /// A text of the item.
    case text(CellText)
    /// A text on a box of a colour that is as wide as the text.
    case badge(CellText, CellBadge)
  }

  /// Which edge of the cell ``offset`` counts from.
  public enum Anchor: String, Hashable, Sendable {
    /// The upper edge, downwards.
    case top
    /// The lower edge, upwards.
    case bottom
  }

  /// How far a slot reaches downwards.
  public enum Extent: Hashable, Sendable {
    /// A height in points.
    case height(Double)
    /// To this far above the bottom of the cell, in points.
    case bottom(Double)
  }

  /// The content of the slot.
  public let content: Content
  /// Which edge the slot keeps its distance from.
  public let anchor: Anchor
  /// The distance from the edge of the anchor, or from the end of the text ``after``, in points.
  public internal(set) var offset: Double
  /// The distance from the left edge of the cell, in points; `nil` for a slot of a fixed ``width``
  /// at the other side, or in the middle.
  public internal(set) var left: Double?
  /// The distance from the right edge of the cell, in points; `nil` as for ``left``.
  public internal(set) var right: Double?
  /// The width in points; `nil` where ``left`` and ``right`` give it.
  public let width: Double?
  /// How far the slot reaches downwards.
  public let extent: Extent
  /// The role of the text that the slot follows; `nil` for one that follows none.
  public internal(set) var after: CellRole?

  /// A slot of `content` at a place that its other arguments give.
  public init(
    content: Content, anchor: Anchor, offset: Double, left: Double?, right: Double?,
    width: Double?, extent: Extent, after: CellRole?
  ) {
    self.content = content
    self.anchor = anchor
    self.offset = offset
    self.left = left
    self.right = right
    self.width = width
    self.extent = extent
    self.after = after
  }

  /// The published role.
  public var role: CellRole {
    switch content {
    case .image: .image
    case .shade: .shade
    case .line: .line
    case .stars: .stars
    case .text(let text), .badge(let text, _): text.role
    }
  }

  /// Where the slot is in a cell of `size`.
  ///
  /// - Parameters:
  ///   - size: the size of the cell, in points.
  ///   - end: where the text ends that the slot follows, in points from the top of the cell.
  public func rect(in size: Size, after end: Double = 0) -> Rect {
    let width = width ?? (size.width - (left ?? 0) - (right ?? 0))
    let x =
      if let left { left } else if let right { size.width - right - width } else {
        (size.width - width) / 2
      }
    switch (extent, anchor) {
    case (.bottom(let bottom), _):
      return Rect(x: x, y: offset, width: width, height: max(0, size.height - bottom - offset))
    case (.height(let height), .top):
      let top = after == nil ? offset : end + offset
      return Rect(x: x, y: top, width: width, height: height)
    case (.height(let height), .bottom):
      return Rect(x: x, y: size.height - offset - height, width: width, height: height)
    }
  }
}

extension Cell {
  /// This cell with its words for a reader of the locales `chain`, the best first, such as `en-GB`, `en`, `ja`.
  public func speaking(_ chain: [String]) -> Cell {
    var cell = self
    cell.slots = slots.map { slot in
      switch slot.content {
      case .text(let text) where text.hasWords: slot.with(.text(text.speaking(chain)))
      case .badge(let text, let badge) where text.hasWords:
        slot.with(.badge(text.speaking(chain), badge))
      case .image, .shade, .line, .stars, .text, .badge: slot
      }
    }
    return cell
  }
}

extension CellSlot {
  /// This slot with other content.
  fileprivate func with(_ content: Content) -> CellSlot {
    CellSlot(
      content: content, anchor: anchor, offset: offset, left: left, right: right, width: width,
      extent: extent, after: after)
  }
}

extension CellText {
  /// Whether it has words of the cell.
  fileprivate var hasWords: Bool { words != nil || prefixWords != nil }
}

/// The role of a slot: the part of an item or a header that it shows, or a decoration of the cell.
public enum CellRole: String, CaseIterable, Hashable, Sendable {
  /// The item's picture.
  case image
  /// A box of a colour.
  case shade
  /// A thin box of a colour.
  case line
  /// The item's rating as stars.
  case stars
  /// The item's headline.
  case headline
  /// The text below or beside a headline.
  case summary
  /// The item's date, as it is shown.
  case date
  /// The group that the item belongs to, such as a category or a campaign.
  case label
  /// Who wrote the item or took the picture.
  case author
  /// Where the item is.
  case place
  /// The item's rating as a number.
  case rating
  /// A text that is the same for all items.
  case fixed
  /// Of headers: the title of the section.
  case title
  /// Of headers: the line below the title.
  case subtitle
  /// Of headers: the action that leads to all items.
  case action
}

/// How a picture is drawn in its slot.
public struct CellImage: Hashable, Sendable {
  /// How a picture of other proportions is drawn.
  public enum ContentMode: String, CaseIterable, Hashable, Sendable {
    /// It covers the slot.
    case fill
    /// The whole picture is in the slot, in the middle.
    case fit
  }

  /// How a picture of other proportions than the slot's is drawn.
  public let contentMode: ContentMode
  /// The radius of the corners of the slot, or of the picture that fits in it, in points.
  public let cornerRadius: Double
  /// The line around the slot.
  public let border: CellBorder?
}

/// A row of stars.
public struct CellStars: Hashable, Sendable {
  /// The width and the height of a star, in points.
  public let starSize: Double
  /// The space between two stars, in points.
  public let spacing: Double
  /// The colour of the filled part.
  public let color: CellColor
  /// The line around each star.
  public let outline: CellColor
  /// The width of that line, in points.
  public var outlineWidth: Double { StarOutline.lineWidth }
}

/// How a text is set.
public struct CellText: Hashable, Sendable {
  /// Which side lines begin or end at.
  public enum Alignment: String, Hashable, Sendable {
    /// Lines begin at the left edge.
    case left
    /// Lines are in the middle.
    case center
    /// Lines end at the right edge.
    case right
  }

  /// Which text of the item it is.
  public let role: CellRole
  /// The font of all lines.
  public let font: CellFont
  /// The most lines.
  public let lines: Int
  /// The space added between two lines, in points.
  public let lineSpacing: Double
  /// The colour of the text.
  public let color: CellColor
  /// Which side lines begin or end at.
  public internal(set) var alignment: Alignment
  /// The text put before the item's text; `nil` for none.
  public internal(set) var prefix: String?
  /// The text of the role ``CellRole/fixed``.
  public internal(set) var text: String?
  /// ``prefix`` in locales.
  let prefixWords: CellWords?
  /// ``text`` in locales.
  let words: CellWords?
  /// How wide its longest value is, in points; `nil` for a text of any length.
  let width: Double?

  init(
    _ role: CellRole, _ font: CellFont, _ color: CellColor, lines: Int = 1,
    lineSpacing: Double = 0, alignment: Alignment = .left, prefix: CellWords? = nil,
    text: CellWords? = nil, width: Double? = nil
  ) {
    self.role = role
    self.font = font
    self.lines = lines
    self.lineSpacing = lineSpacing
    self.color = color
    self.alignment = alignment
    self.prefix = prefix?.text(for: [])
    self.text = text?.text(for: [])
    prefixWords = prefix
    words = text
    self.width = width
  }

  /// This text with its words for a reader of the locales `chain`, the best first.
  fileprivate func speaking(_ chain: [String]) -> CellText {
    var text = self
    text.prefix = prefixWords?.text(for: chain)
    text.text = words?.text(for: chain)
    return text
  }

  /// The distance between two baselines, in points.
  public var linePitch: Double { font.linePitch(spacing: lineSpacing) }

  /// The height of all lines, in points.
  public var height: Double { font.height(lines: lines, spacing: lineSpacing) }
}

/// The box behind a text.
public struct CellBadge: Hashable, Sendable {
  /// The padding between the text and the left and right edge of the box, in points.
  public let horizontalPadding: Double
  /// The padding between the text and the top and bottom edge of the box, in points.
  public let verticalPadding: Double
  /// The colour of the box.
  public let background: CellColor
  /// The corner radius, in points; the box is a capsule if it is more than half of its height.
  public let cornerRadius: Double
}
