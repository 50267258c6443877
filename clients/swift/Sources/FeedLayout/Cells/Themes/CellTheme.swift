/// The brand of an app: the styles of its texts, its colours, its radii and its gaps, by the names that definitions of
/// cells use.
public struct CellTheme: Hashable, Sendable {
  /// The name of the colour of texts that name none.
  public static let textColor = "label"

  /// The published name.
  public var name: String
  /// The styles of texts.
  public var styles: [String: TextStyle]
  /// The colours.
  public var colors: [String: CellColor]
  /// The radii of corners, in points.
  public var radii: [String: Double]
  /// The gaps, in points.
  public var spacing: [String: Double]

  /// A theme of these values.
  public init(
    name: String, styles: [String: TextStyle], colors: [String: CellColor],
    radii: [String: Double] = [:], spacing: [String: Double] = [:]
  ) {
    self.name = name
    self.styles = styles
    self.colors = colors
    self.radii = radii
    self.spacing = spacing
  }

  /// A theme with the values of `theme` in place of these, and these where it has none.
  public func overridden(by theme: CellTheme) -> CellTheme {
    CellTheme(
      name: theme.name, styles: styles.merging(theme.styles) { $1 },
      colors: colors.merging(theme.colors) { $1 }, radii: radii.merging(theme.radii) { $1 },
      spacing: spacing.merging(theme.spacing) { $1 })
  }

  /// The theme with only what decides where the elements of a cell are: the sizes of texts, and gaps.
  public var metrics: CellTheme {
    let styles = styles.mapValues { style in
      var style = style
      (style.families, style.weight) = ([], 400)
      return style
    }
    return CellTheme(name: "", styles: styles, colors: [:], spacing: spacing)
  }

  /// How a text is set.
  public struct TextStyle: Hashable, Sendable {
    /// The families to try, the best first.
    public var families: [String]
    /// The size as designed, in points.
    public var size: Double
    /// The weight from 100 to 900, as in CSS.
    public var weight: Int
    /// The height of a line as designed, in points; `nil` for that of Avenir Next.
    public var lineHeight: Double?
    /// The space added between two lines, in points, which does not grow.
    public var lineSpacing: Double
    /// The text style of iOS whose sizes it follows; `nil` for one share for all.
    public var grows: GrowthStyle?

    /// A style of `families`.
    public init(
      families: [String], size: Double, weight: Int, lineHeight: Double? = nil,
      lineSpacing: Double = 0, grows: GrowthStyle? = nil
    ) {
      self.families = families
      self.size = size
      self.weight = weight
      self.lineHeight = lineHeight
      self.lineSpacing = lineSpacing
      self.grows = grows
    }

    /// The size of its text on a screen that is read at `textSize`.
    func scale(_ textSize: TextSize) -> TextSize { grows?.scale(textSize) ?? textSize }

    /// The font on a screen that is read at `textSize`.
    func font(_ textSize: TextSize) -> CellFont {
      CellFont(
        families: families, size: size * scale(textSize).share, weight: weight,
        lineShare: lineHeight.map { $0 / size } ?? CellFont.lineShare)
    }
  }
}

/// A text style of iOS, which grows as Apple's Human Interface Guidelines say (Typography, Dynamic Type sizes).
public enum GrowthStyle: String, CaseIterable, Hashable, Sendable {
  case largeTitle = "large_title"
  case title1 = "title_1"
  case title2 = "title_2"
  case title3 = "title_3"
  case headline
  case body
  case callout
  case subheadline
  case footnote
  case caption1 = "caption_1"
  case caption2 = "caption_2"

  /// The sizes in points from the category xSmall to that of the largest text of accessibility.
  private var sizes: [Double] {
    switch self {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }

  /// The index of the category that text is designed for.
  private static let designed = 3

  /// How large its text is on a screen whose body text is read at `textSize`: between two categories in proportion.
  func scale(_ textSize: TextSize) -> TextSize {
    let bodies = Self.body.sizes
    let body = bodies[Self.designed] * textSize.share
    let upper = bodies.firstIndex { $0 >= body } ?? bodies.count - 1
    let size =
      upper == 0
      ? sizes[0]
      : sizes[upper - 1] + (sizes[upper] - sizes[upper - 1])
        * min((body - bodies[upper - 1]) / (bodies[upper] - bodies[upper - 1]), 1)
    return TextSize(unchecked: size / sizes[Self.designed])
  }
}
