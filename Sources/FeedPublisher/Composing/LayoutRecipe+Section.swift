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

  /// The default layout of `kind`.
  static func standard(of kind: ContentKind) -> LayoutRecipe {
    do {
      return try LayoutRecipe(type: kind.defaultLayout.type, options: kind.defaultLayout.options)
    } catch {
      preconditionFailure("the default layout of \(kind.rawValue) exists: \(error)")
    }
  }
}
