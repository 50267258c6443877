/// The layouts that a section can have.
public enum SectionLayouts {
  /// Every layout, in the order in which they are published.
  public static let all: [any SectionLayout.Type] = [
    ShelfLayout.self, SnapCarouselLayout.self, CircularCarouselLayout.self, UniformGridLayout.self,
    StaggeredGridLayout.self, CardStackLayout.self, CarouselLayout.self, JustifiedRowsLayout.self,
    MosaicLayout.self, ListLayout.self,
  ]

  /// The published names of ``all``.
  public static var names: [String] { all.map { $0.name } }

  /// The layout called `name`.
  public static func named(_ name: String) -> (any SectionLayout.Type)? {
    all.first { $0.name == name }
  }
}
