package import FeedLayout
package import Foundation
import StrictJSON

/// A layout of items, which a section of a feed can have too.
package protocol SectionCalculating: ItemCalculation {
  /// What `texts` ask for, whatever the viewport.
  static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe

  /// The layout of the items in `document`, before it is written.
  func layout(of document: Data) throws -> SectionLayout
}

/// Items in, a layout out.
package struct SectionCalculation<Form: LayoutForm>: SectionCalculating {
  package static var name: String { Form.type.rawValue }
  package static var abstract: String { Form.abstract }
  package static var itemFields: String {
    Form.items.words + " With changes, frame is read too: the box an item was last drawn at."
  }
  package static var options: OptionTable<Self> {
    .part(\.form, Form.options) + .part(\.viewport, ViewportForm.options)
      + .part(\.presentation, LayoutPresentation.options)
      + OptionTable<Self>([
        .flag(
          "changes", \.tellsChanges,
          "Whether to tell what changed since each item was drawn at its frame (false).")
      ])
  }

  var form = Form()
  var viewport = ViewportForm()
  var presentation = LayoutPresentation()
  /// Whether the answer compares the frames with those that the items bring.
  var tellsChanges = false

  package init() {}

  package func layout(of document: Data) throws -> SectionLayout {
    let items = try Form.items.read(document)
    return try SectionLayout(form.section, items: items, viewport: viewport.viewport)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    try answer(try layout(of: document), items: document)
  }

  /// Writes `layout`, that of the items in `document`, and `more` members after its own.
  func answer(
    _ layout: SectionLayout, items document: Data, more: (inout JSONWriter) -> Void = { _ in }
  ) throws -> [UInt8] {
    let changes =
      tellsChanges
      ? FrameChanges(from: try LayoutItemFields.drawnFrames(in: document), to: layout.frames) : nil
    return JSONWriter.encode {
      layout.write(to: &$0, presentation: presentation) { object in
        if let changes { object.object("changes") { changes.write(to: &$0) } }
        more(&object)
      }
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    // The feed's viewport is the request's.
    for name in ViewportForm.options.descriptions.map(\.name) where texts[name] != nil {
      throw OptionProblem(option: name, expected: "no viewport of its own", found: texts[name])
    }
    guard texts["changes"] == nil else {
      throw OptionProblem(
        option: "changes", expected: "no changes in a composition", found: texts["changes"])
    }
    let calculation = try Self(texts)
    return LayoutRecipe(
      options: calculation.form.section, presentation: calculation.presentation)
  }
}
