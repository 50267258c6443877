import FeedModel
package import FeedLayout

/// The description of one layout: its members beside those that every layout has.
package struct LayoutSchema: Sendable {
  package let type: LayoutType
  /// The layout in a sentence.
  let words: String
  let members: [Schema.Property]
  /// The components that only this layout refers to.
  var parts: [Schema.Component] = []

  /// The name of its component: `ShelfLayout`.
  package var component: String { "\(baseName)Layout" }
  /// The name of the component of its options: `ShelfOptions`.
  var optionsComponent: String { "\(baseName)Options" }

  private var baseName: String {
    type.rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension LayoutSchema {
  /// The description of the layout `type`.
  package init(_ type: LayoutType) {
    self =
      switch type {
      case .shelf: .shelf
      case .snapCarousel: .snapCarousel
      case .circularCarousel: .circularCarousel
      case .uniformGrid: .uniformGrid
      case .staggeredGrid: .staggeredGrid
      case .cardStack: .cardStack
      case .carousel: .carousel
      case .justifiedRows: .justifiedRows
      case .mosaic: .mosaic
      case .list: .list
      }
  }

  /// All layouts, in their published order.
  package static let all = LayoutType.allCases.map { LayoutSchema($0) }

  /// The layout and what only it refers to.
  var components: [Schema.Component] {
    [
      (
        component,
        Documents.layout(.oneText(of: [type.rawValue]), members, options: optionsComponent)
          .described(words)
      ),
      (optionsComponent, options),
    ] + parts
  }

  /// The options that are published, as clients that move items need them. The options of speed that are members of
  /// the layout itself are none of them.
  private var options: Schema {
    let own = Set(members.map(\.name)).intersection([Schema.Property.flickVelocity.name])
    return .object(
      type.optionDescriptions.filter { !own.contains($0.name) }.compactMap { option in
        Schema(publishedValuesOf: option).map { .optional(option.name, $0) }
      }
    ).described("The options of the layout that differ from their defaults.")
  }
}

extension LayoutType {
  /// The descriptions of the options of the layout itself.
  fileprivate var optionDescriptions: [OptionDescription] {
    switch self {
    case .shelf: ShelfLayout.Options.declarations.descriptions
    case .snapCarousel: SnapCarouselLayout.Options.declarations.descriptions
    case .circularCarousel: CircularCarouselLayout.Options.declarations.descriptions
    case .uniformGrid: UniformGridLayout.Options.declarations.descriptions
    case .staggeredGrid: StaggeredGridLayout.Options.declarations.descriptions
    case .cardStack: CardStackLayout.Options.declarations.descriptions
    case .carousel: CarouselLayout.Options.declarations.descriptions
    case .justifiedRows: JustifiedRowsLayout.Options.declarations.descriptions
    case .mosaic: MosaicLayout.Options.declarations.descriptions
    case .list: ListLayout.Options.declarations.descriptions
    }
  }
}

extension Schema {
  /// The values of an option as documents have them; `nil` for options with options of their own, which are not
  /// published.
  init?(publishedValuesOf option: OptionDescription) {
    let values: Schema
    switch option.values {
    case .number(let range): values = .number(range)
    case .integer(let range): values = .integer(range)
    case .flag: values = .boolean
    case .names(let names): values = .knownText(of: names)
    case .namesOrNumber(_, let range): values = .any(of: [.number(range), .text()])
    case .namesOrInteger(_, let range): values = .any(of: [.integer(range), .text()])
    case .text: values = .text()
    case .numbers(let count): values = .array(of: .number(), count: count...count)
    case .object, .pieces: return nil
    }
    self = values.described(option.help)
  }
}
