package import FeedLayout

/// How a section is laid out and what its layout is published with, whatever its items and viewport.
package struct LayoutRecipe: Hashable, Sendable {
  package let options: SectionOptions
  package let presentation: LayoutPresentation

  /// The layout called `type` with the options that `texts` name.
  ///
  /// - Throws: ``OptionProblem`` for a layout or an option that does not exist, and for a value that
  ///   an option does not have.
  package init(type: String, options texts: [String: String] = [:]) throws(OptionProblem) {
    guard let calculation = Calculations.section(named: type) else {
      let names = Calculations.sections.map { $0.name }.joined(separator: ", ")
      throw OptionProblem(option: "type", expected: "one of \(names)", found: type)
    }
    self = try calculation.recipe(texts)
  }

  init(options: SectionOptions, presentation: LayoutPresentation) {
    self.options = options
    self.presentation = presentation
  }
}
