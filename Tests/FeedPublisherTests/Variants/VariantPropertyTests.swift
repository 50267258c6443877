import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// What clients get is what a plain reading of the rules says.
struct VariantPropertyTests {
  private static let roundCount = TestScale.count(gate: 4, all: 5, soak: 20)
  private static let feedCount = TestScale.count(gate: 6, all: 50, soak: 50)
  private static let clientCount = TestScale.count(gate: 2_000, all: 20_000, soak: 100_000)
  private static let personCount = TestScale.count(gate: 5, soak: 20)

  private let database: TestDatabase
  private var clock: TestClock { database.clock }

  init() throws { database = try TestDatabase() }

  /// Six feeds at once are changed four times; in a soak fifty of them twenty times, which makes 1,000 compositions.
  @Test(
    "Every client gets the screen that the rules say, in one variant for each selection",
    arguments: SeededGenerator.seeds.prefix(1))
  func screens(seed: UInt64) async throws {
    var plans = RandomPlans(seed: seed)
    let people = (0..<200).map { _ in plans.person() }
    let server = try database.server()
    var items = (1...RandomPlans.itemCount).map { plans.item($0, at: 0) }
    var counts = Counts()
    var feeds: [[PlannedSection]] = []
    for round in 0..<Self.roundCount {
      let minute = round * 4
      // 1. New compositions and some new items, and then the same items and conditions, in other selections.
      if round.isMultiple(of: 2) {
        for id in 1...RandomPlans.itemCount where round > 0 && plans.number(below: 4) == 0 {
          items[id - 1] = plans.item(id, at: minute)
        }
        feeds = (0..<Self.feedCount).map { _ in plans.sections(at: minute) }
      } else {
        feeds = feeds.map { plans.reselected($0) }
      }
      try await write(items, feeds, to: server, at: minute)
      // 2. Then time passes alone.
      let isLong = round % 4 == 3
      for minute in [minute] + (isLong ? [minute + 1 + plans.number(below: 3)] : []) {
        clock.set(PlannedTime.moment(minute))
        try await server.publisher.publishWhatIsDue()
        let publication = try #require(server.publisher.current)
        var screens: [String: [String: [UInt8]]] = [:]
        for (number, sections) in feeds.enumerated() {
          let asking = (0..<Self.personCount).map { _ in people[plans.number(below: people.count)] }
          screens["f\(number)"] = try await check(
            RuleBook(items: items, sections: sections, minute: minute), of: "f\(number)",
            for: [Person()] + asking, in: publication, of: server.publisher, &counts)
        }
        // 3. A server that has just been started has the same variants.
        guard isLong else { continue }
        let fresh = try await database.startedServer()
        try await compare(screens, with: fresh)
      }
    }
    // Not everything is hidden, and not everything is for everybody.
    #expect(counts.variants > counts.feeds * 2)
    #expect(counts.shownItems > counts.variants && counts.pages > counts.feeds)
    print(
      "✔ variants: \(counts.feeds) compositions, \(counts.variants) variants of"
        + " \(counts.people) clients, seed \(seed)")
  }

  /// The bytes of a screen.
  private static func bytes(of feed: Feed) throws -> [UInt8] {
    feed.screen(for: try Viewport(width: 320)).bytes
  }

  private struct Counts {
    var feeds = 0
    var variants = 0
    var people = 0
    var shownItems = 0
    var pages = 0
  }

  private func write(
    _ items: [PlannedItem], _ feeds: [[PlannedSection]], to server: TestServer, at minute: Int
  ) async throws {
    clock.set(PlannedTime.moment(minute))
    _ = try await server.store.write(at: clock.now) { transaction in
      for item in items {
        _ = try transaction.upsert(TestContent.photo(item.id, width: item.width))
        _ = try transaction.setWindow(item.showing.window, of: .pickupPhotos, id: item.id)
      }
      for (number, sections) in feeds.enumerated() {
        _ = try transaction.setComposition(sections.text, of: "f\(number)")
      }
    }
  }

  /// Checks what `people` get of `feed`, and returns the bytes of each variant.
  private func check(
    _ rules: RuleBook, of name: String, for people: [Person], in publication: Publication,
    of publisher: FeedPublisher, _ counts: inout Counts
  ) async throws -> [String: [UInt8]] {
    let feed = try #require(publication.feeds[name])
    var (seen, names): ([String: [SeenSection]], [[SeenSection]: String]) = ([:], [:])
    var screens: [String: [UInt8]] = [:]
    for person in people {
      let expected = rules.screen(of: person)
      let variant = try #require(publisher.variant(of: feed, for: person.facts)).name
      // 1. One name for each selection, and one selection for each name.
      #expect(seen[variant] ?? expected == expected, "\(name): \(person)")
      #expect(names[expected] ?? variant == variant, "\(name): \(person) \(expected)")
      (seen[variant], names[expected]) = (expected, variant)
      guard screens[variant] == nil else { continue }
      // 2. It shows what the rules say.
      let screen = try #require(
        try await publisher.variant(variant, of: feed, in: publication), "\(name): \(person)")
      let bytes = try Self.bytes(of: screen)
      screens[variant] = bytes
      let sections = try JSONValue.parse(bytes)["sections"].elements
      #expect(
        sections.map(\.seen) == expected.map(\.onScreen), "\(name): \(person) \(rules.sections)")
      // 3. And so do its pages.
      for (section, expected) in zip(sections, expected) where section["next"].text != nil {
        let ids = try await pages(of: section, in: name, variant, by: publisher)
        #expect(ids == expected.all, "\(name): \(person) \(expected.id)")
      }
      counts.shownItems += expected.reduce(0) { $0 + $1.items.count }
      counts.pages += expected.count { $0.all.count > $0.items.count }
    }
    // 4. Who says nothing gets the feed itself.
    if try screens[#require(names[rules.screen(of: Person())])] != Self.bytes(of: feed) {
      Issue.record("\(name): the default variant is not the feed")
    }
    counts.feeds += 1
    counts.people += people.count
    counts.variants += screens.count
    return screens
  }

  /// The ids of the items of `section` on a screen of `variant`, and of those on the pages behind it.
  private func pages(
    of section: JSONValue, in feed: String, _ variant: String, by publisher: FeedPublisher
  ) async throws -> [Int] {
    var ids = section.ids
    var next = section["next"].text
    let (id, addresses) = (section["id"].text ?? "", publisher.configuration.items.pages)
    while let address = next {
      let text = try #require(address.firstMatch(of: #/cursor=([^&]+)/#)?.output.1)
      // The default variant is the feed itself, whose pages name no variant.
      let name = address.contains("variant=") ? variant : nil
      let cursor = try #require(addresses.inVariant(name).open(String(text), of: id, in: feed))
      let page = try #require(
        try await publisher.continuation(of: id, in: feed, variant: name, at: cursor, limit: 3))
      let document = try JSONValue.parse(page.bytes)
      ids += document["section"].ids
      next = document["next"].text
    }
    return ids
  }

  private func compare(
    _ screens: [String: [String: [UInt8]]], with server: TestServer
  ) async throws {
    let publication = try #require(server.publisher.current)
    for (name, variants) in screens {
      let feed = try #require(publication.feeds[name])
      for (variant, bytes) in variants {
        let screen = try await server.publisher.variant(variant, of: feed, in: publication)
        let isSame = try screen.map { try Self.bytes(of: $0) } == bytes
        #expect(isSame, "\(name) of a server that has just been started")
      }
    }
  }

  @Test(
    "Very many clients make no more variants than there are selections",
    arguments: SeededGenerator.seeds.prefix(1))
  func manyClients(seed: UInt64) async throws {
    var plans = RandomPlans(seed: seed, ruleCount: 8)
    let server = try database.server()
    let items = (1...RandomPlans.itemCount).map { plans.item($0, at: 0) }
    let few = (0..<500).map { _ in plans.person() }
    var rules = RuleBook(items: items, sections: [], minute: 0)
    while Set(few.map { rules.screen(of: $0) }).count <= 20 {
      rules.sections = plans.sections(at: 0)
    }
    let sections = rules.sections
    try await write(items, [sections], to: server, at: 0)
    try await server.publisher.publish()
    let feed = try #require(server.publisher.current?.feeds["f0"])
    // The conditions that a client meets decide what it is shown.
    let conditions = Set((items.map(\.showing) + sections.map(\.showing)).compactMap(\.rule))
    var selections: [Set<Rule>: [SeenSection]] = [:]
    var (names, shown): (Set<String>, Set<[SeenSection]>) = ([], [])
    for _ in 0..<Self.clientCount {
      let person = plans.person()
      let met = conditions.filter { $0.isMet(by: person) }
      let selection = selections[met] ?? rules.screen(of: person)
      selections[met] = selection
      shown.insert(selection)
      names.insert(try #require(server.publisher.variant(of: feed, for: person.facts)).name)
    }
    #expect(names.count == shown.count)
    #expect(shown.count > 10 && selections.count > shown.count)
    print("✔ variants: \(names.count) for \(shown.count) selections of \(Self.clientCount) clients")
  }
}

extension TestServer {
  /// The bytes of the screens of `feed` at all widths.
  static func bytes(of feed: Feed) throws -> [[UInt8]] {
    try widths.map { feed.screen(for: try Viewport(width: $0)).bytes }
  }
}

extension SeenSection {
  /// The section without its pages, and with whether it has any.
  fileprivate var onScreen: [String] {
    [id, "\(items)", all.count > items.count ? "more" : "end", variantOf ?? "everybody"]
  }
}

extension JSONValue {
  /// The ids of the items of a section.
  fileprivate var ids: [Int] { self["items"].elements.map { Int($0["id"].number ?? 0) } }

  /// A section of a document, in the terms of the rules.
  fileprivate var seen: [String] {
    [
      self["id"].text ?? "", "\(ids)", self["next"].text == nil ? "end" : "more",
      self["variant_of"].text ?? "everybody",
    ]
  }
}
