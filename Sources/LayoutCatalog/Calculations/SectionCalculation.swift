package import FeedLayout
package import Foundation
import StrictJSON

/// A layout of items, which a section of a feed can have too.
package protocol SectionCalculating: ItemCalculation {
  /// Returns the layout and the additions that `texts` ask for, whatever the viewport.
  static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe

  /// The options that ``recipe(_:)`` takes, with their defaults in a feed.
  static func composedOptions() throws(OptionProblem) -> [OptionDescription]

  /// The layout of the items in `document` that can be drawn, before it is written, and the errors of the others.
  func layout(of document: Data) throws -> (layout: SectionLayout, errors: [LayoutError])
}

/// Items in, a layout out.
package struct SectionCalculation<Entry: LayoutEntry>: SectionCalculating {
  package static var name: String { Entry.type.rawValue }
  package static var abstract: String { Entry.abstract }
  package static var discussion: String { Entry.discussion }
  package static var itemFields: String {
    Entry.items.words + " With changes, frame is read too: the box an item was last drawn at."
  }
  package static var options: OptionList<Self> {
    let standard = Self()
    return Entry.Options.declarations.lifted(to: \.layoutOptions, of: standard)
      + ViewportOptions.declarations.lifted(to: \.viewport, of: standard)
      + cellOptions.lifted(to: \.cell, of: standard)
      + LayoutPresentation.declarations.lifted(to: \.presentation, of: standard)
      + OptionList(
        standard,
        [
          .flag(
            "changes", \.tellsChanges,
            "Whether to tell what changed since each item was drawn at its frame ({default}).")
        ])
  }

  var layoutOptions = Entry.Options()
  var viewport = ViewportOptions()
  var cell = CellRequest()
  var presentation = LayoutPresentation()
  /// Whether the answer compares the frames with those that the items bring.
  var tellsChanges = false

  package init() {}

  /// The options of the cell, without those that the layout has too: it has a direction of its own.
  private static var cellOptions: OptionList<CellRequest> {
    let names = Entry.Options.declarations.names
    return OptionList(
      CellRequest(),
      CellRequest.declarations.options.filter { !names.contains($0.description.name) })
  }

  /// The options of the layout, and its cell.
  func design() throws -> SectionDesign {
    try cell.design(Entry.section(layoutOptions), in: viewport.viewport)
  }

  package func layout(
    of document: Data
  ) throws -> (layout: SectionLayout, errors: [LayoutError]) {
    let items = try Entry.items.read(document)
    try Task.checkCancellation()
    let (layout, drawn) = try design().layoutOfDrawable(items)
    return (layout, drawn.errors)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    let (layout, errors) = try layout(of: document)
    return try answer(layout, without: errors, items: document)
  }

  /// Writes `layout`, that of the items in `document` but those of `errors`, and `more` members after its own.
  func answer(
    _ layout: SectionLayout, without errors: [LayoutError], items document: Data,
    more: (inout JSONWriter) -> Void = { _ in }
  ) throws -> [UInt8] {
    try Task.checkCancellation()
    let changes =
      tellsChanges
      ? FrameChanges(from: try LayoutItemFields.drawnFrames(in: document), to: layout.frames) : nil
    try Task.checkCancellation()
    let cell = cell.cell == nil ? nil : try design().fitted(to: layout.frames).cell
    return JSONWriter.encode {
      layout.write(to: &$0, presentation: presentation) { object in
        if let cell { object.member("cell", cell) }
        if let changes { object.object("changes") { changes.write(to: &$0) } }
        more(&object)
        object.itemErrors(errors)
      }
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    guard !texts.isEmpty else { return try standardRecipe() }
    // The viewport of a feed and the size of its text are the request's, and the cell is the kind's.
    for name in ViewportOptions.declarations.names + cellOptions.names where texts[name] != nil {
      throw OptionProblem(
        option: name, expected: "no \(name) in a composition", found: texts[name])
    }
    guard texts["changes"] == nil else {
      throw OptionProblem(
        option: "changes", expected: "no changes in a composition", found: texts["changes"])
    }
    return try Self(texts.merging(Entry.feedOptions) { chosen, _ in chosen }).recipe
  }

  package static func composedOptions() throws(OptionProblem) -> [OptionDescription] {
    let declared = Entry.Options.declarations
    var standard = Entry.Options()
    if !Entry.feedOptions.isEmpty { try declared.apply(Entry.feedOptions, to: &standard) }
    return OptionList(standard, declared.options).descriptions
      + LayoutPresentation.declarations.descriptions
  }

  /// The recipe of most sections, whose composition names no options, and of every section at a start. The lists
  /// of all options, which take long to be made, are not needed for it.
  private static func standardRecipe() throws(OptionProblem) -> LayoutRecipe {
    var calculation = Self()
    if !Entry.feedOptions.isEmpty {
      try Entry.Options.declarations.apply(
        Entry.feedOptions, to: &calculation.layoutOptions)
    }
    return calculation.recipe
  }

  private var recipe: LayoutRecipe {
    LayoutRecipe(options: Entry.section(layoutOptions), presentation: presentation)
  }
}

/// The layout of a section of a feed with its options and its additions, whatever its items and viewport.
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
