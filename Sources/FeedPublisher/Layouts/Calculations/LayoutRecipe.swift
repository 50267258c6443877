package import FeedLayout

/// The layout of a section of a feed with its options and its additions, whatever its items and viewport.
package struct LayoutRecipe: Hashable, Sendable {
  package let options: any SectionOptions
  package let presentation: LayoutPresentation

  /// The layout called `type` with the options that `texts` name.
  ///
  /// - Throws: ``OptionProblem`` for a layout or an option that does not exist, and for a value that
  ///   an option does not have.
  package init(type: String, options texts: [String: String] = [:]) throws(OptionProblem) {
    guard let layout = SectionLayouts.all.first(where: { $0.name == type }) else {
      throw OptionProblem(
        option: "type", expected: "one of \(SectionLayouts.names.joined(separator: ", "))",
        found: type)
    }
    self = try Calculations.section(layout).recipe(texts)
  }

  init(options: any SectionOptions, presentation: LayoutPresentation) {
    self.options = options
    self.presentation = presentation
  }

  package static func == (recipe: LayoutRecipe, other: LayoutRecipe) -> Bool {
    recipe.options.isEqual(to: other.options) && recipe.presentation == other.presentation
  }

  package func hash(into hasher: inout Hasher) {
    options.hash(into: &hasher)
    hasher.combine(presentation)
  }
}
