package import FeedLayout
package import Foundation
import StrictJSON

/// A layout of items that can go on where another answer ended.
package struct PagedCalculation<Form: PagedForm>: SectionCalculating {
  private typealias Base = SectionCalculation<Form>

  package static var name: String { Form.type.rawValue }
  package static var abstract: String { Form.abstract }
  package static var discussion: String { Form.pageWords }
  package static var itemFields: String { SectionCalculation<Form>.itemFields }
  package static var options: OptionTable<Self> {
    .part(\.base, SectionCalculation<Form>.options) + .part(\.request, Form.pageOptions)
  }

  var base = SectionCalculation<Form>()
  var request = PageRequest<Form.State>()

  package init() {}

  package func layout(of document: Data) throws -> SectionLayout {
    if let given = request.state {
      throw OptionProblem(
        option: "state", expected: "none, as only whole layouts are drawn", found: given.text)
    }
    return try base.layout(of: document)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    guard let given = request.state else {
      guard !request.goesUp else {
        throw OptionProblem(option: "prepend", expected: "a state with it", found: "true")
      }
      return try wholeAnswer(items: document)
    }
    // 1. Only the same grid goes on.
    guard !base.tellsChanges else {
      throw OptionProblem(option: "changes", expected: "no changes with a state", found: "true")
    }
    let viewport = try base.viewport.viewport
    let beginning = try base.form.beginning(in: viewport, from: given.state, named: "state")
    var state = given.state
    guard state.viewportWidth == beginning.viewportWidth else {
      throw OptionProblem(
        option: "state",
        expected: "a state of the same width, "
          + NumberText.shortest(beginning.viewportWidth) + " points",
        found: NumberText.shortest(state.viewportWidth))
    }
    guard state.options == beginning.options else {
      throw OptionProblem(
        option: "state", expected: "a state of the same options", found: given.text)
    }
    // 2. The items, which are counted from the first of this page.
    let items = try Form.items.read(document)
    let page = try Form.page(of: items, after: &state, goesUp: request.goesUp)
    // 3. What comes next.
    let next = request.givesState ? try Self.text(of: state) : nil
    return JSONWriter.encode { writer in
      writer.object { object in
        page.write(to: &object, viewport: viewport, presentation: base.presentation)
        if let next { object.member("state", json: next) }
      }
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    for name in Form.pageOptions.descriptions.map(\.name) where texts[name] != nil {
      throw OptionProblem(
        option: name, expected: "no pages in a composition", found: texts[name])
    }
    return try Base.recipe(texts)
  }

  /// All items at once, and where they end.
  private func wholeAnswer(items document: Data) throws -> [UInt8] {
    guard request.givesState else { return try base.answer(items: document) }
    var state = try base.form.beginning(
      in: base.viewport.viewport, from: nil, named: "with_state")
    let layout = try base.layout(of: document)
    _ = try Form.page(of: try Form.items.read(document), after: &state, goesUp: false)
    let next = try Self.text(of: state)
    return try base.answer(layout, items: document) { $0.member("state", json: next) }
  }

  private static func text(of state: Form.State) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(state))
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, json: [UInt8]) {
    key(name)
    raw(json)
  }
}
