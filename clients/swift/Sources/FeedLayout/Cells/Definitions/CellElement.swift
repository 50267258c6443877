/// A part of a definition of a cell, and the distances around it.
///
/// An element whose role an item lacks takes no room, and neither does a group of which no such element is left.
public struct CellElement: Hashable, Sendable {
  /// What an element is.
  public indirect enum Content: Hashable, Sendable {
    /// The item's picture.
    case image(Image)
    /// A text.
    case text(Text)
    /// A text on a box that is as wide as the text.
    case badge(Text, Badge)
    /// The item's rating as stars.
    case stars(Stars)
    /// A thin line across.
    case line(Line)
    /// Elements below each other.
    case stack(Group)
    /// Elements beside each other.
    case row(Row)
    /// Free space: what follows is at the lower edge of a stack, or at the end of a row.
    case spacer
  }

  /// What it is.
  public var content: Content
  /// The distances around it.
  public var padding: CellPadding

  /// An element with nothing around it but `padding`.
  public init(_ content: Content, padding: CellPadding = CellPadding()) {
    self.content = content
    self.padding = padding
  }

  /// Which side something is at.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// Where lines begin.
    case start
    /// In the middle.
    case center
    /// Where lines end.
    case end
  }

  /// A picture.
  public struct Image: Hashable, Sendable {
    /// The width of a picture divided by its height.
    public enum Aspect: Hashable, Sendable {
      /// That of the item's picture.
      case item
      /// The same for all items.
      case ratio(Double)
    }

    /// How a picture of other proportions than its box is drawn.
    public var contentMode: CellImage.ContentMode
    /// The radius of its corners.
    public var cornerRadius: CellLength
    /// The line around its box.
    public var border: CellDefinition.Border?
    /// Its proportions; `nil` where the frame gives the height.
    public var aspect: Aspect?
    /// Its width, in points; `nil` for all that there is.
    public var width: Double?

    /// A picture that fills its box.
    public init(
      contentMode: CellImage.ContentMode = .fill, cornerRadius: CellLength = .points(0),
      border: CellDefinition.Border? = nil, aspect: Aspect? = nil, width: Double? = nil
    ) {
      self.contentMode = contentMode
      self.cornerRadius = cornerRadius
      self.border = border
      self.aspect = aspect
      self.width = width
    }
  }

  /// A text.
  public struct Text: Hashable, Sendable {
    /// Where a text comes from.
    public enum Source: Hashable, Sendable {
      /// The first of these roles that items have.
      case roles([CellRole])
      /// Words that are the same for all items.
      case words(CellWords)
    }

    /// Where it comes from.
    public var source: Source
    /// Its style, by its name in the theme.
    public var style: String
    /// Its colour, by its name in the theme.
    public var color: String
    /// How many lines it has; `nil` for one, or for as many as ``width`` needs.
    public var lines: Lines?
    /// How wide its longest value is as designed, in points; `nil` for a text of any length.
    public var width: Double?
    /// Which side its lines begin or end at; `nil` for that of the group.
    public var align: Alignment?
    /// Words before it.
    public var prefix: CellWords?

    /// A text in the colour of all texts.
    public init(
      _ source: Source, style: String, color: String = CellTheme.textColor, lines: Lines? = nil,
      width: Double? = nil, align: Alignment? = nil, prefix: CellWords? = nil
    ) {
      self.source = source
      self.style = style
      self.color = color
      self.lines = lines
      self.width = width
      self.align = align
      self.prefix = prefix
    }
  }

  /// How many lines a text has.
  public struct Lines: Hashable, Sendable {
    /// The fewest where there is little room; `nil` for a text that has all of its lines or none. One of 0 gives way
    /// before anything else does.
    public var least: Int?
    /// The most, as designed.
    public var most: Int
    /// Whether larger text has more lines, as many as hold the same words.
    public var grows: Bool

    /// `most` lines, and more of larger text.
    public init(_ most: Int, least: Int? = nil, grows: Bool = true) {
      self.most = most
      self.least = least
      self.grows = grows
    }
  }

  /// The box behind a text.
  public struct Badge: Hashable, Sendable {
    /// Its colour, by its name in the theme.
    public var background: String
    /// The radius of its corners: beyond half of its height it is a capsule.
    public var cornerRadius: CellLength
    /// Between the text and both sides, in points.
    public var horizontalPadding: Double
    /// Above and below the text, in points.
    public var verticalPadding: Double

    /// A box of `background`.
    public init(
      background: String, cornerRadius: CellLength = .points(0), horizontalPadding: Double,
      verticalPadding: Double
    ) {
      self.background = background
      self.cornerRadius = cornerRadius
      self.horizontalPadding = horizontalPadding
      self.verticalPadding = verticalPadding
    }
  }

  /// Stars for the item's rating.
  public struct Stars: Hashable, Sendable {
    /// The width and the height of a star, in points.
    public var size: Double
    /// The space between two stars, in points.
    public var spacing: Double
    /// The colour of what is filled, by its name in the theme.
    public var color: String
    /// The colour of the line around each star.
    public var outline: String

    /// Five stars.
    public init(size: Double, spacing: Double, color: String, outline: String) {
      self.size = size
      self.spacing = spacing
      self.color = color
      self.outline = outline
    }

    /// The width of all stars, in points.
    var width: Double { 5 * size + 4 * spacing }
  }

  /// A thin line.
  public struct Line: Hashable, Sendable {
    /// Its colour, by its name in the theme.
    public var color: String
    /// Its height, in points; `nil` for a pixel of most phones.
    public var height: Double?
    /// The roles that it belongs to: without all of them it takes no room. Empty for always.
    public var with: [CellRole]

    /// A line of `color`.
    public init(color: String, height: Double? = nil, with: [CellRole] = []) {
      self.color = color
      self.height = height
      self.with = with
    }
  }

  /// Elements below each other, or the elements of a row.
  public struct Group: Hashable, Sendable {
    /// In the order in which they are read.
    public var elements: [CellElement]
    /// Between two of them.
    public var spacing: CellLength
    /// Which side texts and boxes of fixed widths are at.
    public var align: Alignment
    /// The colour behind the group, by its name in the theme, and the radius of its corners.
    public var background: Background?
    /// The colour of a line at its lower edge, by its name in the theme.
    public var divider: String?

    /// A group of `elements`.
    public init(
      _ elements: [CellElement], spacing: CellLength = .points(0), align: Alignment = .start,
      background: Background? = nil, divider: String? = nil
    ) {
      self.elements = elements
      self.spacing = spacing
      self.align = align
      self.background = background
      self.divider = divider
    }
  }

  /// What is behind a group.
  public struct Background: Hashable, Sendable {
    /// By its name in the theme.
    public var color: String
    /// The radius of its corners.
    public var cornerRadius: CellLength

    /// A box of `color`.
    public init(color: String, cornerRadius: CellLength = .points(0)) {
      self.color = color
      self.cornerRadius = cornerRadius
    }
  }

  /// Elements beside each other.
  public struct Row: Hashable, Sendable {
    /// How the elements of a row share its width.
    public enum Widths: String, CaseIterable, Hashable, Sendable {
      /// Pictures, stars and texts with a width have theirs; the others share what is left.
      case own
      /// All have the same.
      case equal
      /// Each has all of it. Texts with widths do not meet all the same, since the row wraps where they would.
      case shared
    }

    /// Where elements stand that are lower than the row.
    public enum VerticalAlignment: String, CaseIterable, Hashable, Sendable {
      /// At its upper edge.
      case top
      /// In the middle.
      case center
      /// At its lower edge.
      case bottom
    }

    /// The elements, the gap between them, and which side the row is at.
    public var group: Group
    /// How they share its width.
    public var widths: Widths
    /// Where lower elements stand.
    public var verticalAlignment: VerticalAlignment
    /// Its height as designed, in points, which grows by as much as its highest element grows; `nil` for that of the
    /// highest element.
    public var height: Double?
    /// Whether its elements are below each other where they have no room beside each other.
    public var wraps: CellLength?

    /// A row of the elements of `group`.
    public init(
      _ group: Group, widths: Widths = .own, verticalAlignment: VerticalAlignment = .center,
      height: Double? = nil, wraps: CellLength? = nil
    ) {
      self.group = group
      self.widths = widths
      self.verticalAlignment = verticalAlignment
      self.height = height
      self.wraps = wraps
    }
  }
}
