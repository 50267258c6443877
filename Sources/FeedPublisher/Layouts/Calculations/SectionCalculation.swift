package import FeedLayout
package import Foundation
import StrictJSON

/// A layout of items, which a section of a feed can have too.
///
/// It ends with a `CancellationError` between two of its steps when the task that it runs in is cancelled.
package protocol SectionCalculating: Calculation {
  /// The fields that are read of each item, in words.
  static var itemFields: String { get }

  /// Returns the layout and the additions that `texts` ask for, whatever the viewport.
  static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe

  /// The options that ``recipe(_:)`` takes, with their defaults in a feed.
  static var composedOptions: [OptionDescription] { get }

  /// The layout of the items in `document` that can be drawn, before it is written, and the errors of the others.
  func layout(of document: Data) throws -> (layout: any SectionLayout, errors: [LayoutError])
}

/// Items in, a layout out.
package struct SectionCalculation<Layout: SectionLayout>: SectionCalculating {
  package static var name: String { Layout.name }
  package static var abstract: String { Layout.abstract }
  package static var discussion: String { Layout.discussion }
  package static var itemFields: String {
    Layout.itemFields.words
      + " With changes, frame is read too: the box an item was last drawn at."
  }
  package static var options: OptionList<Self> {
    let standard = Self()
    return Layout.Options.declarations.lifted(to: \.layoutOptions, of: standard)
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

  var layoutOptions = Layout.Options()
  var viewport = ViewportOptions()
  var cell = CellRequest()
  var presentation = LayoutPresentation()
  /// Whether the answer compares the frames with those that the items bring.
  var tellsChanges = false

  package init() {}

  /// The options of the cell, without those that the layout has too: it has a direction of its own.
  private static var cellOptions: OptionList<CellRequest> {
    let names = Layout.Options.declarations.names
    return OptionList(
      CellRequest(),
      CellRequest.declarations.options.filter { !names.contains($0.description.name) })
  }

  /// The options of the layout, and its cell.
  func design() throws -> SectionDesign { try cell.design(layoutOptions, in: viewport.viewport) }

  package func layout(
    of document: Data
  ) throws -> (layout: any SectionLayout, errors: [LayoutError]) {
    let items = try Layout.itemFields.read(document)
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
    _ layout: any SectionLayout, without errors: [LayoutError], items document: Data,
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
        if let changes { object.member("changes", changes, FrameChanges.published) }
        more(&object)
        object.itemErrors(errors)
      }
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    var calculation = Self()
    calculation.layoutOptions = Layout.feedOptions
    // Most sections name no options. The lists of all options, which take long to be made, are not needed for them.
    if !texts.isEmpty {
      // The viewport of a feed and the size of its text are the request's, and the cell is the kind's.
      let refused = ViewportOptions.declarations.names + cellOptions.names + ["changes"]
      for name in refused where texts[name] != nil {
        throw OptionProblem(
          option: name, expected: "no \(name) in a composition", found: texts[name])
      }
      try options.apply(texts, to: &calculation)
    }
    return LayoutRecipe(
      options: calculation.layoutOptions, presentation: calculation.presentation)
  }

  package static var composedOptions: [OptionDescription] {
    OptionList(Layout.feedOptions, Layout.Options.declarations.options).descriptions
      + LayoutPresentation.declarations.descriptions
  }
}
