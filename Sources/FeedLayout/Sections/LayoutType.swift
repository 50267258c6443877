/// The layouts a section can have, by their published names.
public enum LayoutType: String, CaseIterable, Hashable, Sendable {
  case shelf
  case snapCarousel = "snap_carousel"
  case circularCarousel = "circular_carousel"
  case uniformGrid = "uniform_grid"
  case staggeredGrid = "staggered_grid"
  case cardStack = "card_stack"
  case carousel
  case justifiedRows = "justified_rows"

  /// The name with hyphens, as the command line writes it: `staggered-grid`.
  public var kebabCaseName: String {
    String(rawValue.map { $0 == "_" ? "-" : $0 })
  }

  /// The layout called `name`, written with underscores or with hyphens.
  public init?(name: String) {
    self.init(rawValue: String(name.map { $0 == "-" ? "_" : $0 }))
  }
}
