package import FeedLayout
package import Foundation
import StrictJSON

/// Something that is computed from options, and for layouts from items, without a database:
/// `tanada layout`, `tanada settle`, `POST /v1/layouts/{type}` and the conformance cases.
package protocol Calculation: Sendable {
  /// The published name, such as `staggered_grid`.
  static var name: String { get }
  /// The abstract of its help: its result, in one sentence.
  static var abstract: String { get }
  /// The discussion of its help; may be empty.
  static var discussion: String { get }
  /// Its options.
  static var options: OptionList<Self> { get }

  /// The calculation with default options.
  init()

  /// Writes the answer, one JSON object.
  ///
  /// - Parameter items: the document of items; of no use to a calculation that takes none.
  /// - Throws: `DocumentProblems` for items that cannot be read, ``LayoutError`` for what cannot be
  ///   computed, ``OptionProblem`` for options that do not go together.
  func answer(items: Data) throws -> [UInt8]
}

/// A calculation that takes no items.
package protocol GeometryCalculation: Calculation {
  associatedtype Answer
  /// How its answer is published.
  static var published: Published<Answer> { get }

  /// - Throws: ``LayoutError`` for what cannot be computed, ``OptionProblem`` for options that do not go together.
  func answer() throws -> Answer
}

extension GeometryCalculation {
  /// The type of its answer.
  package static var publishedType: PublishedType { published.type }

  package func answer(items _: Data) throws -> [UInt8] {
    let answer = try answer()
    return JSONWriter.encode { writer in
      writer.published { Self.published.write(answer, &$0) }
    }
  }
}

extension Calculation {
  package static var discussion: String { "" }

  /// The descriptions of its options.
  package static var descriptions: [OptionDescription] { options.descriptions }

  /// Creates the calculation with options from `texts`, by published name.
  package init(_ texts: [String: String]) throws(OptionProblem) {
    self.init()
    try Self.options.apply(texts, to: &self)
  }
}

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
