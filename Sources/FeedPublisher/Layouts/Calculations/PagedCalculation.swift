package import FeedLayout
package import Foundation
import StrictJSON

/// A layout of items that can continue where an earlier answer ended.
package struct PagedCalculation<Layout: ContinuingLayout>: SectionCalculating {
  private typealias Base = SectionCalculation<Layout>

  package static var name: String { Layout.name }
  package static var abstract: String { Layout.abstract }
  package static var discussion: String { Layout.pageText }
  package static var itemFields: String { Base.itemFields }
  package static var options: OptionList<Self> {
    let standard = Self()
    return Base.options.lifted(to: \.base, of: standard)
      + pageOptions.lifted(to: \.request, of: standard)
  }

  var base = SectionCalculation<Layout>()
  var request = PageRequest<Layout.State>()

  package init() {}

  package func layout(
    of document: Data
  ) throws -> (layout: any SectionLayout, errors: [LayoutError]) {
    if let given = request.state {
      throw OptionProblem(
        option: "state",
        expected: "no state, because only whole layouts can be drawn", found: given.text)
    }
    return try base.layout(of: document)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    guard base.cell.isStandard || (request.state == nil && !request.givesState) else {
      throw OptionProblem(
        option: request.state == nil ? "with_state" : "state",
        expected: "no state together with a cell or a direction",
        found: request.state?.text ?? "true")
    }
    guard let given = request.state else {
      guard !request.goesUp else {
        throw OptionProblem(option: "prepend", expected: "a state as well", found: "true")
      }
      return try wholeAnswer(items: document)
    }
    // 1. Only the same grid can be continued.
    guard !base.tellsChanges else {
      throw OptionProblem(
        option: "changes",
        expected: "no changes together with a state", found: "true")
    }
    let viewport = try base.viewport.viewport
    let beginning = try beginning(continuing: true)
    var state = given.state
    guard state.viewportWidth == beginning.viewportWidth else {
      throw OptionProblem(
        option: "state",
        expected: "a state with the same width, "
          + NumberText.shortest(beginning.viewportWidth) + " points",
        found: NumberText.shortest(state.viewportWidth))
    }
    guard state.options == beginning.options else {
      throw OptionProblem(
        option: "state", expected: "a state with the same options", found: given.text)
    }
    // 2. The items, which are counted from the first of this page.
    let items = try base.design().drawable(try Layout.itemFields.read(document))
    try Task.checkCancellation()
    let page = try Layout(items.items, after: &state, goesUp: request.goesUp, in: viewport)
    try Task.checkCancellation()
    // 3. What comes next.
    let next = request.givesState ? try Self.text(of: state) : nil
    return JSONWriter.encode { writer in
      page.write(to: &writer, presentation: base.presentation) { object in
        if let next { object.member("state", json: next) }
        object.itemErrors(items.errors)
      }
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    for name in texts.isEmpty ? [] : pageOptions.names where texts[name] != nil {
      throw OptionProblem(
        option: name, expected: "no pages in a composition", found: texts[name])
    }
    return try Base.recipe(texts)
  }

  package static var composedOptions: [OptionDescription] { Base.composedOptions }

  /// The options of the pages.
  private static var pageOptions: OptionList<PageRequest<Layout.State>> {
    PageRequest.declarations
      + OptionList(
        PageRequest(),
        Layout.growsUpwards
          ? [
            .flag(
              "prepend", \.goesUp,
              "Whether the items go above those of the state, at negative heights, and nothing else "
                + "moves ({default}).")
          ] : [])
  }

  /// The state before the first item.
  ///
  /// - Throws: ``OptionProblem`` or ``LayoutError`` for options that no state goes together with.
  private func beginning(continuing: Bool) throws -> Layout.State {
    if let obstacle = Layout.obstacle(
      toPagesWith: base.layoutOptions, continuing: continuing)
    {
      throw OptionProblem(
        option: obstacle.option ?? (continuing ? "state" : "with_state"),
        expected: obstacle.expected, found: obstacle.found)
    }
    return try Layout.State(viewport: base.viewport.viewport, options: base.layoutOptions)
  }

  /// All items at once, and where they end.
  private func wholeAnswer(items document: Data) throws -> [UInt8] {
    guard request.givesState else { return try base.answer(items: document) }
    var state = try beginning(continuing: false)
    let (layout, errors) = try base.layout(of: document)
    let items = try base.design().drawable(try Layout.itemFields.read(document)).items
    _ = try Layout(items, after: &state, goesUp: false, in: base.viewport.viewport)
    let next = try Self.text(of: state)
    return try base.answer(layout, without: errors, items: document) {
      $0.member("state", json: next)
    }
  }

  private static func text(of state: Layout.State) throws -> [UInt8] {
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

/// How a layout continues.
package struct PageRequest<State: LayoutState>: Hashable, Sendable {
  /// A state, and its text in the request.
  struct Given: Hashable, Sendable {
    let text: String
    let state: State
  }

  /// The state after the items before these; `nil` for none before these.
  var state: Given?
  /// Whether the answer has the state after these items.
  var givesState = false
  /// Whether these items go above those before them.
  var goesUp = false

  package init() {}

  /// The options of all layouts that can be continued.
  package static var declarations: OptionList<Self> {
    OptionList(
      Self(),
      [
        .optionalText(
          "state", \.state, "json",
          "The \"state\" of an earlier answer, as JSON: the answer then has only the further "
            + "items, placed after the earlier ones. The width and the other options have to be "
            + "the same; changes and drawings need the whole layout.",
          expected: "the state of an earlier answer as JSON text",
          { text in
            guard (try? JSONTree(parsing: text.utf8)) != nil else { return nil }
            return (try? JSONDecoder().decode(State.self, from: Data(text.utf8)))
              .map { Given(text: text, state: $0) }
          }),
        .flag(
          "with_state", \.givesState,
          "Whether to add \"state\", which the next page of items is to be asked for with ({default})."
        ),
      ])
  }
}
