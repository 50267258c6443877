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

  /// The default layout of `kind`; a grid if that cannot be read.
  static func standard(of kind: ContentKind) -> LayoutRecipe {
    let choice = kind.defaultLayout
    if let recipe = try? LayoutRecipe(type: choice.type, options: choice.options) { return recipe }
    do {
      return try LayoutRecipe(type: LayoutType.uniformGrid.rawValue, options: [:])
    } catch {
      preconditionFailure("the grid without options exists: \(error)")
    }
  }
}
