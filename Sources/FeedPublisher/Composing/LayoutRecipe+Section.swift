import FeedLayout
import FeedModel
import LayoutCatalog

extension LayoutRecipe {
  /// The layout that `section` chooses, or the default one of its kind.
  ///
  /// - Throws: ``OptionProblem`` for a layout or an option that does not exist.
  init(of section: Composition.Section) throws(OptionProblem) {
    let choice = section.layout ?? section.kind.defaultLayout
    try self.init(type: choice.type, options: choice.options)
  }

  /// The layout of `section`: the one that it chooses or, if that does not exist, the default one of its kind, with
  /// the reason.
  static func used(
    by section: Composition.Section
  ) -> (recipe: LayoutRecipe, problem: OptionProblem?) {
    do {
      return (try LayoutRecipe(of: section), nil)
    } catch {
      return (.standard(of: section.kind), error)
    }
  }

  /// Whether the items that a section does not show are on pages behind it.
  var hasPages: Bool { options.hasPages }

  /// The default layout of `kind`; a grid if that cannot be read.
  private static func standard(of kind: ContentKind) -> LayoutRecipe {
    let choice = kind.defaultLayout
    return (try? LayoutRecipe(type: choice.type, options: choice.options)) ?? grid
  }

  /// A grid without options, which every client draws.
  static let grid: LayoutRecipe = {
    do {
      return try LayoutRecipe(type: LayoutType.uniformGrid.rawValue, options: [:])
    } catch {
      preconditionFailure("the grid without options exists: \(error)")
    }
  }()
}

extension SectionOptions {
  /// Whether a layout with these options places one item after the other. All others depend on every item.
  var hasPages: Bool {
    switch self {
    case .uniformGrid, .list: true
    case .staggeredGrid(let options): !options.explains
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .carousel, .justifiedRows, .mosaic:
      false
    }
  }
}
