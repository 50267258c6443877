import FeedLayout
import Testing

struct OptionListTests {
  private struct Options: DeclaredOptions {
    var width = 0.5
    var limit: Int?
    var count = 3
    var isOpen = false
    var direction = CarouselLayout.Direction.leftToRight

    static let declarations = OptionList(
      Self(),
      [
        .number("width", \.width, in: 1e-6...1e6, "points", "How wide it is, {range} ({default})."),
        .integer("limit", \.limit, in: 1...9, "count", "How many at most, {range}."),
        .integer("count", \.count, in: -2...16, "count", "How many, {range} ({default})."),
        .flag("open", \.isOpen, "Whether it is open ({default})."),
        .choice("direction", \.direction, "direction", "Which way it reads ({default})."),
      ])
  }

  private static let place = OptionPlace("options")

  private func told(_ value: OptionValue) throws -> Options {
    var options = Options()
    try Options.declarations.apply(value, to: &options, at: Self.place)
    return options
  }

  @Test("An option is declared once: its help has its range and its default")
  func help() {
    #expect(
      Options.declarations.descriptions.map(\.help) == [
        "How wide it is, 0.000001 to 1000000 (0.5).", "How many at most, 1 to 9.",
        "How many, -2 to 16 (3).", "Whether it is open (false).",
        "Which way it reads (ltr). One of ltr, rtl.",
      ])
  }

  @Test("Members of an object change options, and null none at all")
  func members() throws {
    let options = try told(
      .object([
        "width": .integer(2), "limit": .number(4), "open": .flag(true), "direction": .text("rtl"),
      ]))
    #expect(options.width == 2)
    #expect(options.limit == 4)
    #expect(options.count == 3)
    #expect(options.isOpen)
    #expect(options.direction == .rightToLeft)
    #expect(try told(.object(["limit": .null])) == Options())
    #expect(try told(.object([:])) == Options())
  }

  @Test(
    "What is no option, or no value of one, is refused by its place",
    arguments: [
      (OptionValue.flag(true), "options", "an object"),
      (
        .object(["wide": .null]), "options",
        "one of the options width, limit, count, open, direction"
      ),
      (.object(["width": .null]), "options/width", "a number"),
      (.object(["count": .number(1.5)]), "options/count", "a whole number"),
      (.object(["open": .text("true")]), "options/open", "true or false"),
      (.object(["direction": .text("up")]), "options/direction", "one of ltr, rtl"),
    ])
  func refusals(value: OptionValue, place: String, expected: String) throws {
    let error = try #require(throws: OptionMismatch.self) { try told(value) }
    guard case .unexpected(_, let found, let words) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(found.path == place)
    #expect(words == expected)
  }

  @Test("No two options of a layout or an effect have the same name, and all say what they are")
  func names() {
    func check<Root>(_ list: OptionList<Root>, hasHelp: Bool) {
      #expect(Set(list.names).count == list.names.count)
      for description in list.descriptions where hasHelp {
        #expect(description.help.hasSuffix("."), "\(description.name)")
        #expect(!description.help.contains("{"), "\(description.name)")
      }
    }
    check(UniformGridLayout.Options.declarations, hasHelp: true)
    check(StaggeredGridLayout.Options.declarations, hasHelp: true)
    check(JustifiedRowsLayout.Options.declarations, hasHelp: true)
    check(MosaicLayout.Options.declarations, hasHelp: true)
    check(CircularCarouselLayout.Options.declarations, hasHelp: true)
    check(CarouselLayout.Options.declarations, hasHelp: true)
    check(ScaleTransform.Options.declarations, hasHelp: false)
    check(StackTransform.Options.declarations, hasHelp: false)
    check(SnapshotTransform.Options.declarations, hasHelp: false)
  }

  @Test("Options that nothing can be computed with are refused with what is allowed")
  func refusedOptions() throws {
    var options = UniformGridLayout.Options()
    options.captionHeight = -1
    #expect(throws: LayoutError.optionOutOfRange("caption_height", value: -1, allowed: 0...4096)) {
      try UniformGridLayout(items: [], viewport: Viewport(width: 390), options: options)
    }
    var cards = ScaleTransform.Options()
    cards.shadowColor.green = 2
    #expect(throws: LayoutError.optionOutOfRange("shadow_color.green", value: 2, allowed: 0...1)) {
      try ScaleTransform(cards)
    }
  }
}
