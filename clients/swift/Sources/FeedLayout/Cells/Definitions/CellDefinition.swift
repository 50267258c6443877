/// A cell as data: what is drawn inside an item's frame, from which the slots of a ``Cell`` follow.
///
/// `content` is laid out from top to bottom. What is `over` lies upon the picture at an edge, or upon the whole cell
/// where `content` has no picture of its own. Styles, colours, radii and gaps are those of a ``CellTheme``, so that one
/// definition serves every brand.
public struct CellDefinition: Hashable, Sendable {
  /// The published name, such as `caption_below`.
  public var name: String
  /// The name that editors read; `nil` for ``name``.
  public var title: String?
  /// The names of the layouts whose frames have room for it.
  public var fits: [String]
  /// The outline of the cell.
  public var box: Outline
  /// From top to bottom.
  public var content: [CellElement]
  /// From back to front.
  public var over: [CellOverlay]

  /// A definition of `content` that has `over` upon its picture.
  public init(
    name: String, title: String? = nil, fits: [String], box: Outline = Outline(),
    content: [CellElement], over: [CellOverlay] = []
  ) {
    self.name = name
    self.title = title
    self.fits = fits
    self.box = box
    self.content = content
    self.over = over
  }

  /// The outline of a cell, and what is behind its content.
  public struct Outline: Hashable, Sendable {
    /// The radius of the corners. Above 0 they cut off what is inside.
    public var cornerRadius: CellLength
    /// The line around the cell.
    public var border: Border?
    /// The colour behind everything, by its name in the theme.
    public var background: String?
    /// Whether the content may be higher than a frame, in whose middle it is then, and texts narrower than two characters:
    /// as on existing screens, whose frames do not follow from their texts.
    public var overflows: Bool

    /// An outline that cuts nothing off.
    public init(
      cornerRadius: CellLength = .points(0), border: Border? = nil, background: String? = nil,
      overflows: Bool = false
    ) {
      self.cornerRadius = cornerRadius
      self.border = border
      self.background = background
      self.overflows = overflows
    }
  }

  /// A line around a box, half of which lies outside.
  public struct Border: Hashable, Sendable {
    /// Its colour, by its name in the theme.
    public var color: String
    /// Its width, in points.
    public var width: Double
    /// The radius of its corners where they are not those of the box.
    public var cornerRadius: CellLength?
    /// The roles that it is drawn with: without the room for one of them it is left out. Empty for always.
    public var with: [CellRole]

    /// A line of `color`.
    public init(
      color: String, width: Double = 1, cornerRadius: CellLength? = nil, with: [CellRole] = []
    ) {
      self.color = color
      self.width = width
      self.cornerRadius = cornerRadius
      self.with = with
    }
  }
}

/// What lies upon the picture of a cell.
public struct CellOverlay: Hashable, Sendable {
  /// Content of an overlay.
  public enum Content: Hashable, Sendable {
    /// A text, a badge, stars, a stack or a row.
    case element(CellElement)
    /// A box of a colour, by its name in the theme.
    case shade(color: String, cornerRadius: CellLength, share: Double)
  }

  /// The edge of a picture that an overlay lies at.
  public enum Edge: String, CaseIterable, Hashable, Sendable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
  }

  /// What it is.
  public var content: Content
  /// The edge that it lies at; `nil` for a shade across the whole picture.
  public var edge: Edge?
  /// The distance to that edge and to both sides.
  public var inset: CellLength
  /// How much of the picture stays free beyond it, where the picture can grow.
  public var clear: CellLength

  /// An overlay at `edge`.
  public init(
    _ content: Content, edge: Edge? = nil, inset: CellLength = .points(0),
    clear: CellLength = .points(0)
  ) {
    self.content = content
    self.edge = edge
    self.inset = inset
    self.clear = clear
  }
}

/// A length of a definition. It does not grow with the size of text, unless it counts in that of a font.
public enum CellLength: Hashable, Sendable {
  /// In points.
  case points(Double)
  /// By its name among the radii or the gaps of the theme.
  case named(String)
  /// A share of the font's size of a style, and points.
  case font(style: String, share: Double, points: Double)
}

/// The distances from the content of an element to what is around it.
public struct CellPadding: Hashable, Sendable {
  /// Above it.
  public var top: CellLength
  /// Before it, where lines begin.
  public var left: CellLength
  /// Below it.
  public var bottom: CellLength
  /// Behind it, where lines end.
  public var right: CellLength

  /// No distances but those that are given.
  public init(
    top: CellLength = .points(0), left: CellLength = .points(0), bottom: CellLength = .points(0),
    right: CellLength = .points(0)
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// Words of a cell, which are the same for all items, in locales.
public struct CellWords: Hashable, Sendable {
  /// By the names of locales, in the order in which they are written; the first ones serve other locales.
  public var values: [(locale: String, text: String)] {
    get { zip(locales, texts).map { ($0, $1) } }
    set { (locales, texts) = (newValue.map(\.locale), newValue.map(\.text)) }
  }
  private var locales: [String]
  private var texts: [String]

  /// The words `values`.
  public init(_ values: [(locale: String, text: String)]) {
    locales = values.map(\.locale)
    texts = values.map(\.text)
  }

  /// The words for a reader of the first of `chain` that has some, or else the first ones.
  ///
  /// - Parameter chain: names of locales, the best first, such as `en-GB`, `en`, `ja`.
  public func text(for chain: [String]) -> String {
    for locale in chain {
      if let index = locales.firstIndex(of: locale) { return texts[index] }
    }
    return texts.first ?? ""
  }
}
