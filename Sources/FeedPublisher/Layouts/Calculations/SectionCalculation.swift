package import FeedLayout
package import Foundation
package import StrictJSON

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

extension LayoutItemFields {
  /// The items of `document`: `{"result":[…]}` or a bare array. An item may have any fields beside those that the layout
  /// reads.
  package func read(_ document: some Collection<UInt8>) throws(DocumentProblems) -> [LayoutItem] {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      let id = fields.identifier("id")
      let size = hasSize ? fields.pictureSize() : nil
      let item = LayoutItem(
        id: id, mediaSize: size, columnSpan: hasSpan ? fields.columnSpan() : 1)
      guard self == .keeping, fields.contains("seen"), fields.flag("seen") else {
        return (id, item)
      }
      return (id, item.keeping(column: fields.frame(of: id)?.column))
    }
    return try decoder.decodeAll(document)
  }

  /// How many items `document` has that can be read. Everything in it is read, and nothing calculated.
  package static func count(in document: some Collection<UInt8>) -> Int {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      (fields.identifier("id"), ())
    }
    return (decoder.decode(document) + decoder.finish()).count
  }

  /// The frames that the items of `document` were last drawn at, those that have one.
  package static func drawnFrames(
    in document: some Collection<UInt8>
  ) throws(DocumentProblems) -> [Frame] {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      let id = fields.identifier("id")
      return (id, fields.frame(of: id))
    }
    return try decoder.decodeAll(document).compactMap { $0 }
  }
}

extension JSONFieldReader {
  /// The frame that the item was last drawn at; `nil` for none.
  fileprivate mutating func frame(of id: Int) -> Frame? {
    guard contains("frame") else { return nil }
    return object("frame") { frame in
      Frame(
        id: id, x: frame.number("x"), y: frame.number("y"), width: frame.number("width"),
        height: frame.number("height"),
        column: frame.contains("column") ? frame.integer("column") : nil,
        columnSpan: frame.columnSpan())
    }
  }

  /// The size of a picture under either of two pairs of names.
  fileprivate mutating func pictureSize() -> Size {
    let isPlain =
      !contains("photo_width") && !contains("photo_height")
      && (contains("width") || contains("height"))
    return Size(
      width: positiveNumber(isPlain ? "width" : "photo_width"),
      height: positiveNumber(isPlain ? "height" : "photo_height"))
  }

  fileprivate mutating func columnSpan() -> Int {
    contains("column_span") ? positiveInteger("column_span") : 1
  }
}
