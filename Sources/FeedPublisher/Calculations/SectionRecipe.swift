import FeedLayout
import FeedModel

/// How a section of a feed is laid out: its composition's choice, understood.
package struct SectionRecipe: Hashable, Sendable {
  let options: SectionOptions
  let presentation: LayoutPresentation

  /// `kind` as it is unless told otherwise.
  init(_ kind: ContentKind) {
    options = SectionOptions(kind.defaultLayout)
    presentation = LayoutPresentation()
  }

  /// What `section` asks for.
  ///
  /// - Throws: ``OptionProblem`` for a layout or an option there is no such one of.
  init(_ section: Composition.Section) throws(OptionProblem) {
    guard let choice = section.layout else {
      self.init(section.kind)
      return
    }
    guard let calculation = Calculations.section(named: choice.type) else {
      let names = Calculations.sections.map { $0.name }.joined(separator: ", ")
      throw OptionProblem(option: "type", expected: "one of \(names)", found: choice.type)
    }
    self = try calculation.recipe(choice.options)
  }

  init(options: SectionOptions, presentation: LayoutPresentation) {
    self.options = options
    self.presentation = presentation
  }
}
