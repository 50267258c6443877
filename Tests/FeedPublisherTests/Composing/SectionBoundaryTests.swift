import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import TestSupport
import Testing

/// A screen expires when what it shows changes, and not before.
struct SectionBoundaryTests {
  private let server: TestServer
  private let database: TestDatabase
  private var clock: TestClock { database.clock }
  private static let start = SampleContent.committedAt

  init() throws {
    database = try TestDatabase()
    server = try database.server()
  }

  private static func section(
    _ id: String = "photos", limit: Int = 2, layout: String = "snap_carousel",
    source: String = #"{"query":{"filter":{"photo_width.gte":"100"},"sort":"photo_width"}}"#,
    window: String = "{}", when: String = "null"
  ) -> String {
    """
    {"id":"\(id)","kind":"pickup_photos","title":"","limit":\(limit),
     "layout":{"type":"\(layout)"},"source":\(source),"window":\(window),
     "when":\(when)}
    """
  }

  /// Photos by their widths, each with its window.
  private func publish(_ photos: [(width: Int, window: Window)], in sections: String...)
    async throws
  {
    let sections = sections.joined(separator: ",")
    _ = try await server.store.write(at: clock.now) { transaction in
      for (id, photo) in zip(1..., photos) {
        _ = try transaction.upsert(TestContent.photo(id, width: photo.width))
        _ = try transaction.setWindow(photo.window, of: .pickupPhotos, id: id)
      }
      _ = try transaction.setComposition(#"{"sections":[\#(sections)]}"#, of: "home")
    }
    try await server.publisher.publish()
  }

  /// Publishes a change of one photo, after which nothing else is read again.
  private func change(_ id: Int, _ photo: (width: Int, window: Window)) async throws {
    _ = try await server.store.write(at: clock.now) { transaction in
      _ = try transaction.upsert(TestContent.photo(id, width: photo.width))
      _ = try transaction.setWindow(photo.window, of: .pickupPhotos, id: id)
    }
    try await server.publisher.publish()
  }

  private static func from(_ seconds: Int) -> Window {
    Window(publishAt: start.later(seconds: seconds))
  }
  private static func until(_ seconds: Int) -> Window {
    Window(unpublishAt: start.later(seconds: seconds))
  }

  private var expiresIn: Int? {
    server.publisher.current?.feeds["home"]?.expiresAt.map {
      ($0.millisecondsSince1970 - Self.start.millisecondsSince1970) / 1_000
    }
  }

  @Test("Only items that come into the section, or leave it, count")
  func counted() async throws {
    try await publish(
      [
        (110, .always), (120, Self.until(500)), (90, Self.from(60)), (130, Self.from(70)),
        (115, Self.from(400)), (140, Self.until(80)),
        (105, Window(isDraft: true, publishAt: Self.start.later(seconds: 50))),
      ], in: Self.section())
    #expect(expiresIn == 400)
  }

  @Test("What a section that is not shown would show does not count; that it appears does")
  func hidden() async throws {
    let window = #"{"publish_at":"\#(Self.start.later(seconds: 300).rfc3339)"}"#
    try await publish([(110, Self.until(60))], in: Self.section(window: window))
    #expect(expiresIn == 300)
  }

  @Test("Neither sections nor items that are not for everybody are shown, or end a screen")
  func targeted() async throws {
    let ios = #"{"platforms":["ios"]}"#
    let window = #"{"unpublish_at":"\#(Self.start.later(seconds: 50).rfc3339)"}"#
    var targeted = Self.until(40)
    targeted.when = Targeting(platforms: ["ios"])
    var later = Self.from(60)
    later.when = targeted.when
    try await publish(
      [(110, .always), (120, targeted), (130, later), (140, Self.until(70))],
      in: Self.section(), Self.section("some", window: window, when: ios))
    let feed = try #require(server.publisher.current?.feeds["home"])
    #expect(feed.section("some") == nil)
    let screen = try JSONValue.parse(feed.screen(for: Viewport(width: 390)).bytes)
    let shown = screen["sections"].elements
    #expect(shown.compactMap { $0["id"].text } == ["photos"])
    #expect(shown[0]["items"].elements.compactMap { $0["id"].number } == [1, 4])
    #expect(expiresIn == 70)
    #expect(server.publisher.current?.boundaries(ofKind: "pickup_photos").next != nil)
    // The publisher has to follow all boundaries: those of variants, too.
    let next = try #require(server.publisher.current?.nextBoundary)
    #expect(next == Self.start.later(seconds: 40))
  }

  @Test("A section with room expires with any item that it finds")
  func room() async throws {
    try await publish([(110, .always), (130, Self.from(70))], in: Self.section())
    #expect(expiresIn == 70)
  }

  @Test(
    "A grid says that there is more, which counts as well",
    arguments: [("uniform_grid", 70), ("snap_carousel", nil)] as [(String, Int?)])
  func following(layout: String, expected: Int?) async throws {
    let section = Self.section(layout: layout)
    try await publish([(110, .always), (120, .always), (130, Self.from(70))], in: section)
    #expect(expiresIn == expected)
    // Until everything behind it is gone.
    try await publish(
      [(110, .always), (120, .always), (130, Self.until(60)), (140, Self.until(70))], in: section)
    #expect(expiresIn == expected)
    // An item that leaves the section counts in any case.
    try await publish([(110, .always), (120, Self.until(50))], in: section)
    #expect(expiresIn == 50)
  }

  @Test("The item that is there when all others behind a section are gone counts as well")
  func lasting() async throws {
    let photos = [
      (110, .always), (120, .always), (130, Self.until(70)), (140, Self.until(60)), (150, .always),
    ]
    try await publish(photos, in: Self.section(layout: "uniform_grid"))
    #expect(expiresIn == nil)
    try await change(5, (150, Window(isDraft: true)))
    #expect(expiresIn == 70)
    try await change(5, (150, .always))
    #expect(expiresIn == nil)
    // Photos that are not wide enough are not found.
    try await change(5, (90, .always))
    #expect(expiresIn == 70)
  }

  @Test("Pinned items count if they are among the first that are shown")
  func pinned() async throws {
    try await publish(
      [(110, .always), (120, .always), (130, Self.from(70)), (140, Self.until(60))],
      in: Self.section(source: #"{"pinned":[1,2,3,4]}"#))
    #expect(expiresIn == nil)
    try await publish([(110, .always)], in: Self.section(source: #"{"pinned":[3,2,1]}"#))
    #expect(expiresIn == 70)
  }

  @Test("A boundary of something that is not shown changes no byte and purges nothing")
  func elsewhere() async throws {
    try await publish([(110, .always), (90, Self.from(60))], in: Self.section())
    let served = try server.served()
    clock.set(Self.start.later(seconds: 61))
    try await server.publisher.publishWhatIsDue()
    let publication = try #require(server.publisher.current)
    #expect(publication.revision == 2)
    #expect(publication.changedDocuments == [] && publication.changes == [])
    #expect(try server.served() == served)
  }

  @Test(
    "The expiry is the first moment at which a section shows other items, after each change",
    arguments: SeededGenerator.seeds)
  func firstMoment(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestScale.count(gate: 20, all: 60, soak: 1_000) {
      var photos = (1...6).map { _ in Self.photo(using: &random) }
      let limit = Int.random(in: 1...4, using: &random)
      let hasPages = Bool.random(using: &random)
      let isPinned = Int.random(in: 0..<3, using: &random) == 0
      let order = (1...6).shuffled(using: &random)
      let section =
        isPinned
        ? Self.section(
          limit: limit, layout: hasPages ? "uniform_grid" : "snap_carousel",
          source: #"{"pinned":\#(order)}"#)
        : Self.section(limit: limit, layout: hasPages ? "uniform_grid" : "snap_carousel")
      try await publish(photos, in: section)
      func shown(at seconds: Int) -> [Int] {
        let moment = Self.start.later(seconds: seconds)
        let ids =
          isPinned
          ? order
          : (1...6).filter { photos[$0 - 1].width >= 100 }
            .sorted { (photos[$0 - 1].width, $0) < (photos[$1 - 1].width, $1) }
        let found = ids.filter { Visibility(at: moment).shows(photos[$0 - 1].window) }
        guard hasPages, found.count > limit else { return Array(found.prefix(limit)) }
        // The items that are pinned behind the section are on its pages.
        return isPinned ? found : found.prefix(limit) + [0]
      }
      func firstMoment() -> Int? { (1...300).first { shown(at: $0) != shown(at: 0) } }
      #expect(expiresIn == firstMoment(), "\(photos) \(section)")
      for _ in 1...4 {
        let id = Int.random(in: 1...6, using: &random)
        let before = photos
        photos[id - 1] = Self.photo(using: &random)
        try await change(id, photos[id - 1])
        #expect(expiresIn == firstMoment(), "\(before), then \(id): \(photos[id - 1]) \(section)")
      }
    }
  }

  /// A photo whose window has the moment of the content, or not.
  private static func photo(using random: inout SeededGenerator) -> (width: Int, window: Window) {
    let times = (0..<2).map { _ in Int.random(in: -5...20, using: &random) * 10 }.sorted()
    let begins = Int.random(in: 0..<4, using: &random) == 0
    let ends = Bool.random(using: &random)
    return (
      Int.random(in: 97...106, using: &random),
      Window(
        isDraft: Int.random(in: 0..<4, using: &random) == 0,
        publishAt: begins ? start.later(seconds: times[0]) : nil,
        unpublishAt: ends ? start.later(seconds: times[1] + 1) : nil,
        when: Int.random(in: 0..<6, using: &random) == 0 ? Targeting(platforms: ["ios"]) : nil)
    )
  }
}
