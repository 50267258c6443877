import FeedModel
import FeedStore
import TestSupport

/// Random compositions, items and clients.
struct RandomPlans {
  private var generator: SeededGenerator
  /// The conditions that sections and items choose from, so that several have the same.
  private let rules: [Rule]

  static let itemCount = 30
  private static let platforms = ["ios", "android", "web", "tv"]
  private static let audiences = ["members", "beta", "staff"]
  private static let salts = ["spring", "autumn"]

  init(seed: UInt64, ruleCount: Int = 40) {
    var generator = SeededGenerator(seed: seed)
    rules = (0..<ruleCount).map { _ in Self.rule(using: &generator) }
    self.generator = generator
  }

  private static func rule(using generator: inout SeededGenerator) -> Rule {
    func some(_ names: [String]) -> [String] {
      Array(names.shuffled(using: &generator).prefix(.random(in: 1...2, using: &generator)))
    }
    var rule = Rule()
    while rule == Rule() {
      if Int.random(in: 0..<2, using: &generator) == 0 { rule.platforms = some(platforms) }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let signs = [">=", ">", "<=", "<", "="].shuffled(using: &generator)
        rule.versions = signs.prefix(.random(in: 1...2, using: &generator)).map {
          .init(sign: $0, major: .random(in: 1...5, using: &generator))
        }
      }
      if Int.random(in: 0..<3, using: &generator) == 0 { rule.audiences = some(audiences) }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let from = Int.random(in: 0..<10, using: &generator)
        rule.share = .init(
          from: from, to: .random(in: (from + 1)...10, using: &generator),
          salt: salts.randomElement(using: &generator) ?? "spring")
      }
    }
    return rule
  }

  /// A number below `count`.
  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  /// A client that says some of its facts.
  mutating func person() -> Person {
    Person(
      platform: number(below: 5) == 0 ? nil : Self.platforms.randomElement(using: &generator),
      version: number(below: 5) == 0 ? nil : Double(number(below: 12)) / 2,
      audiences: Set(Self.audiences.filter { _ in Bool.random(using: &generator) }),
      key: number(below: 5) == 0 ? nil : "\(generator.next())")
  }

  /// Random times and conditions around `minute`.
  mutating func showing(at minute: Int) -> Showing {
    var showing = Showing()
    if number(below: 2) == 0 { showing.rule = rules.randomElement(using: &generator) }
    switch number(below: 10) {
    case 0: showing.isDraft = true
    case 1: showing.from = minute - 3 + number(below: 8)
    case 2: showing.until = minute - 3 + number(below: 8)
    default: break
    }
    return showing
  }

  mutating func item(_ id: Int, at minute: Int) -> PlannedItem {
    PlannedItem(id: id, width: 100 * (1 + number(below: 6)), showing: showing(at: minute))
  }

  /// `sections` that choose among their items in another way, and are the same otherwise.
  mutating func reselected(_ sections: [PlannedSection]) -> [PlannedSection] {
    sections.map { section in
      let other = self.section(section.id, showing: section.showing)
      return PlannedSection(
        id: section.id, limit: number(below: 2) == 0 ? section.limit : other.limit,
        layout: section.layout, pinned: other.pinned, leastWidth: other.leastWidth,
        isSortedByWidth: other.isSortedByWidth, showing: section.showing)
    }
  }

  /// Sections of a composition.
  mutating func sections(at minute: Int) -> [PlannedSection] {
    (0..<number(below: 4) + 1).map { section("s\($0)", showing: showing(at: minute)) }
  }

  private mutating func section(_ id: String, showing: Showing) -> PlannedSection {
    let ids = (1...Self.itemCount + 2).shuffled(using: &generator)
    let layouts = PlannedSection.layouts
    return PlannedSection(
      id: id, limit: number(below: 4) + 1, layout: layouts[number(below: layouts.count)],
      pinned: number(below: 3) == 0 ? Array(ids.prefix(number(below: 9) + 1)) : nil,
      leastWidth: Bool.random(using: &generator) ? 100 * number(below: 7) : nil,
      isSortedByWidth: Bool.random(using: &generator), showing: showing)
  }
}

/// The moments of plans.
enum PlannedTime {
  static func moment(_ minute: Int) -> Timestamp {
    SampleContent.committedAt.later(seconds: minute * 60)
  }
}

extension Showing {
  /// The window in the product's terms.
  var window: Window {
    get throws {
      Window(
        isDraft: isDraft, publishAt: from.map(PlannedTime.moment),
        unpublishAt: until.map(PlannedTime.moment),
        when: try rule.map { try Targeting(reading: $0.text.utf8) })
    }
  }
}

extension [PlannedSection] {
  /// The composition of these sections in JSON.
  var text: String {
    let sections = map { section in
      let source =
        section.pinned.map { #"{"pinned":[\#($0.map(String.init).joined(separator: ","))]}"# }
        ?? section.query
      var members = [
        #""id":"\#(section.id)","kind":"pickup_photos","title":"","limit":\#(section.limit)"#,
        #""layout":{"type":"\#(section.layout.name)"},"source":\#(source)"#,
        #""window":\#(section.showing.text)"#,
      ]
      if let rule = section.showing.rule { members.append(#""when":\#(rule.text)"#) }
      return "{\(members.joined(separator: ","))}"
    }
    return #"{"sections":[\#(sections.joined(separator: ","))]}"#
  }
}

extension PlannedSection {
  fileprivate var query: String {
    var members = [#""sort":"\#(isSortedByWidth ? "-photo_width" : "id")""#]
    if let leastWidth { members.append(#""filter":{"photo_width.gte":"\#(leastWidth)"}"#) }
    return #"{"query":{\#(members.joined(separator: ","))}}"#
  }
}

extension Showing {
  fileprivate var text: String {
    func moment(_ minute: Int?) -> String {
      minute.map { "\"\(PlannedTime.moment($0).rfc3339)\"" } ?? "null"
    }
    return
      #"{"draft":\#(isDraft),"publish_at":\#(moment(from)),"unpublish_at":\#(moment(until))}"#
  }
}
