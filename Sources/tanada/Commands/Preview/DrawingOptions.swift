import ArgumentParser
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher

/// The options for drawing a screen.
struct DrawingOptions: ParsableArguments {
  /// The output formats of a preview.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case terminal, svg, png, html, json

    /// Whether it is a picture, which can be dark and have photos in it.
    var isDrawing: Bool { self == .svg || self == .png || self == .html }
  }

  @Option(help: .named("format", "\(Format.allCases.map(\.rawValue).joined(separator: ", "))."))
  var format = Format.terminal

  @Option(help: .named("widths", "Draw the screen at several widths side by side: 375,390,430."))
  var compare: WidthList?

  @Flag(help: "Say over every item why it is where it is.") var explain = false

  @Flag(help: "Use the colours of dark surroundings.") var dark = false

  @Flag(help: "Draw stand-ins instead of the photos of the database.") var noPictures = false

  @Option(help: .named("count", "The pixels of the png format for each point, 1 to 4."))
  var scale = 2.0

  @Option(
    help: .named(
      "count",
      "The number of columns of the terminal format (default: those of the terminal, or 80)."))
  var columns: Int?

  @OptionGroup var photos: PhotoOptions

  func validate() throws {
    if let columns, !TerminalPreview.supportedColumns.contains(columns) {
      let bounds = TerminalPreview.supportedColumns
      throw ValidationError(
        "--columns: expected \(bounds.lowerBound) to \(bounds.upperBound), found \(columns)")
    }
    guard VectorDrawing.scales.contains(scale) else {
      throw ValidationError("--scale: expected 1 to 4, found \(scale)")
    }
    guard !format.isDrawing else { return }
    let given = [
      ("--compare", compare != nil), ("--explain", explain), ("--dark", dark),
      ("--no-pictures", noPictures),
    ]
    if let option = given.first(where: \.1)?.0 {
      throw ValidationError(
        "\(option): expected --format svg, png or html, found \(format.rawValue)")
    }
  }

  /// Whether the photos of the database are in the drawing.
  var showsPictures: Bool { format.isDrawing && !noPictures }

  /// The options of the drawing, without pictures.
  var options: SVGPreview.Options {
    var options = SVGPreview.Options()
    (options.isDark, options.explains) = (dark, explain)
    return options
  }
}

/// Widths in points, separated by commas.
struct WidthList: ExpressibleByArgument {
  /// How many there can be.
  static let counts = 1...8

  let values: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { Double($0) }
    guard values.count == parts.count, Self.counts.contains(values.count) else { return nil }
    self.values = values
  }
}

/// The traits of the screen to lay out.
struct ScreenOptions: ParsableArguments {
  @OptionGroup var viewport: ViewportOptions

  @Option(help: .named("share", "The size of text, a share of the designed one, 0.8 to 3.1."))
  var textSize = TextSize.standard.share

  @Option(
    help: .named("direction", "Which way it reads: ltr or rtl (default: that of the locale)."),
    transform: Self.direction(of:)) var direction: LayoutDirection?

  @OptionGroup var locale: LocaleOption

  @OptionGroup var version: VersionOption

  func validate() throws {
    _ = try traits(widths: nil, for: locale.locale?.tags.first)
  }

  /// The traits at each of `widths`, at that of the option if there are none, of a document in `locale`.
  ///
  /// - Throws: `ValidationError` for a number out of range.
  func traits(widths: [Double]?, for locale: LocaleTag?) throws -> [ScreenTraits] {
    let direction = direction ?? locale?.direction ?? .leftToRight
    do {
      let textSize = try TextSize(textSize)
      return try (widths ?? [viewport.width]).map {
        ScreenTraits(
          try Viewport(width: $0), textSize: textSize, direction: direction,
          version: version.maxVersion)
      }
    } catch let error as LayoutError {
      throw ValidationError(error.description)
    }
  }

  private static func direction(of argument: String) throws -> LayoutDirection {
    guard let direction = LayoutDirection(rawValue: argument) else {
      throw ValidationError("expected ltr or rtl")
    }
    return direction
  }
}
