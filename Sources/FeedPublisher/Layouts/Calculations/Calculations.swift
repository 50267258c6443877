package import FeedLayout

/// Everything that can be computed without a database.
package enum Calculations {
  /// The layouts of items, in the order in which help and addresses list them: the carousel behind the mosaic.
  package static let sections: [any SectionCalculating.Type] = {
    var layouts = SectionLayouts.all
    if let carousel = layouts.firstIndex(where: { $0 == CarouselLayout.self }),
      let mosaic = layouts.firstIndex(where: { $0 == MosaicLayout.self })
    {
      layouts.insert(layouts.remove(at: carousel), at: mosaic)
    }
    return layouts.map { section($0) }
  }()

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

  /// The layout called `name`, written with underscores or with hyphens.
  package static func layout(named name: String) -> (any Calculation.Type)? {
    layouts.first { $0.name == name || $0.name.kebabCase == name }
  }

  /// The calculation of `layout`.
  package static func section<Layout: SectionLayout>(
    _ layout: Layout.Type
  ) -> any SectionCalculating.Type {
    if let continuing = layout as? any ContinuingLayout.Type { return paged(continuing) }
    return layout == CarouselLayout.self
      ? CarouselCalculation.self : SectionCalculation<Layout>.self
  }

  private static func paged<Layout: ContinuingLayout>(
    _: Layout.Type
  ) -> any SectionCalculating.Type {
    PagedCalculation<Layout>.self
  }
}
