/// Everything that can be computed without a database.
package enum Calculations {
  /// The layouts of items.
  package static let sections: [any SectionCalculating.Type] = [
    SectionCalculation<ShelfEntry>.self,
    SectionCalculation<SnapCarouselEntry>.self,
    SectionCalculation<CircularCarouselEntry>.self,
    PagedCalculation<UniformGridEntry>.self,
    PagedCalculation<StaggeredGridEntry>.self,
    SectionCalculation<CardStackEntry>.self,
    PagedCalculation<JustifiedRowsEntry>.self,
    SectionCalculation<MosaicEntry>.self,
    CarouselCalculation.self,
    PagedCalculation<ListEntry>.self,
  ]

  /// The geometry that takes no items.
  package static let geometry: [any Calculation.Type] = [
    TransformCalculation.self, ImageFitCalculation.self, ZoomCalculation.self,
    StarsCalculation.self,
    PagingCalculation.self,
  ]

  /// The calculations of `tanada layout` and `POST /v1/layouts/{type}`.
  package static let layouts: [any Calculation.Type] = sections + geometry

  /// The calculations of `tanada settle`.
  package static let settling: [any Calculation.Type] = [
    SnapSettleCalculation.self, CircularSettleCalculation.self, ScrollSettleCalculation.self,
  ]

  /// The layout of items called `name`.
  static func section(named name: String) -> (any SectionCalculating.Type)? {
    sections.first { $0.name == name }
  }

  /// The layout called `name`, written with underscores or with hyphens.
  package static func layout(named name: String) -> (any Calculation.Type)? {
    layouts.first { $0.name == name || $0.name.kebabCase == name }
  }
}
