import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// What is not shown to somebody changes nothing for them: no bytes and no tag of a document, no revision, no time at which
/// it ends, no surrogate key, no name of a variant, and no event.
struct HiddenEditTests {
  private static let roundCount = TestScale.count(gate: 4, all: 10, soak: 100)
  private static let editCount = 8

  private let database: TestDatabase
  private var clock: TestClock { database.clock }

  init() throws { database = try TestDatabase() }

  private func server() throws -> TestServer { try database.server(ServedDocuments.publishing) }

  /// A server of what `edits` begin with.
  private func startedServer(
    _ edits: HiddenEdits
  ) async throws -> (server: TestServer, edits: HiddenEdits) {
    let server = try server()
    var edits = edits
    try await edits.begin(in: server.store, at: clock)
    try await server.publisher.publish()
    return (server, edits)
  }

  @Test(
    "Random edits of what others see, or nobody, change nothing on any server",
    arguments: SeededGenerator.seeds)
  func hidden(seed: UInt64) async throws {
    let (server, begun) = try await startedServer(HiddenEdits(seed: seed))
    var edits = begun
    var differences: [String] = []
    for round in 1...Self.roundCount {
      _ = try await write(edits.visible(), to: server)
      let before = try await Self.observed(at: server)
      for edit in 1...Self.editCount {
        let (body, audience) = try edits.hidden(at: clock.now)
        let keys = try await write(body, to: server)
        let place = "round \(round), edit \(edit)"
        let told = audience == .android ? Set(HiddenEdits.feeds.map { "variants:\($0)" }) : []
        if let key = keys.first(where: { !told.contains($0) }) {
          differences.append("\(place): an event with \(key)")
        }
        differences += Self.differences(try await Self.observed(at: server), from: before)
          .map { "\(place): \($0)" }
      }
      // What others get begins and ends.
      clock.set(clock.now.later(seconds: 60))
      try await server.publisher.publishWhatIsDue()
      differences += Self.differences(try await Self.observed(at: server), from: before)
        .map { "round \(round), later: \($0)" }
      // A server that has just been started makes the same of it, with and without notes.
      if round.isMultiple(of: 2) { await server.publisher.noteDocumentRevisionsNow() }
      let fresh = try self.server()
      try await fresh.publisher.publish()
      differences += Self.differences(try await Self.observed(at: fresh), from: before)
        .map { "round \(round), anew: \($0)" }
    }
    #expect(Array(differences.prefix(20)) == [])
  }

  @Test("What clients on Android see is another one for them")
  func androidSeesIt() async throws {
    let (server, begun) = try await startedServer(HiddenEdits(seed: 1))
    var edits = begun
    let client = ClientFacts(platform: "android")
    func screen() async throws -> [UInt8] {
      try await server.publisher.served(to: client).feed.screen(for: Viewport(width: 390)).bytes
    }
    var (screens, count): (Set<[UInt8]>, Int) = ([try await screen()], 0)
    while count < 12 {
      let (body, audience) = try edits.hidden(at: clock.now)
      guard audience == .android else { continue }
      _ = try await write(body, to: server)
      screens.insert(try await screen())
      count += 1
    }
    #expect(screens.count > 3)
  }

  @Test("Very many drafts that are imported at once, in new languages, are known to nobody")
  func manyDrafts() async throws {
    let (server, _) = try await startedServer(HiddenEdits(seed: 1))
    let before = try await Self.observed(at: server)
    let place = try #require(ContentKind.featuredTopics.place(of: "title"))
    let locale = try #require(LocaleTag("de"))
    let stage = try await server.store.stage()
    try await stage.add(
      try (100...(100 + RevisionChanges.maximumItemCount + 50)).map { id in
        StagedItem(
          try TestContent.topic(id).item,
          translations: WrittenTranslations([
            Translation(place: place, locale: locale, value: .text("Reis"))
          ]), window: Window(isDraft: true))
      })
    let outcome = try await stage.commit(at: clock.now, by: .program, isDryRun: false)
    try await server.publisher.publish()
    let revision = try #require(outcome.revision)
    #expect(try await server.keys(of: revision.number) == [])
    let changes = try await server.store.read {
      try $0.changes(after: revision.number - 1, limit: 1)
    }
    #expect(changes.first?.isAbridged == false)
    #expect(Self.differences(try await Self.observed(at: server), from: before) == [])
  }

  // MARK: -

  /// Writes some seconds later, puts that into service, and returns the keys of the events.
  private func write(_ body: @escaping HiddenEdits.Write, to server: TestServer) async throws
    -> [String]
  {
    let former = server.publisher.current?.revision ?? 0
    clock.set(clock.now.later(seconds: 3))
    _ = try await server.store.write(at: clock.now, body)
    try await server.publisher.publish()
    var keys: [String] = []
    for number in (former + 1)..<((server.publisher.current?.revision ?? 0) + 1) {
      keys += try await server.keys(of: number)
    }
    return keys
  }

  /// Everything that clients are told which are not on Android, by what it is.
  private static func observed(at server: TestServer) async throws -> [String: [UInt8]] {
    var all = try await ServedDocuments(inServiceAt: server).bytes
    let publisher = server.publisher
    let clients = [
      "nobody": ClientFacts(), "ios": ClientFacts(platform: "ios"),
      "members": ClientFacts(platform: "web", audiences: ["members"]),
    ]
    for feed in try #require(publisher.current).feeds.values {
      for (name, client) in clients {
        let variant = try #require(publisher.variant(of: feed, for: client))
        let place = "\(feed.name) for \(name)"
        all["\(place): name"] = Array(variant.name.utf8)
        all["\(place): ask again"] = Array("\(variant.expiresAt?.rfc3339 ?? "never")".utf8)
        let publication = try #require(publisher.current)
        let served = try #require(
          try await publisher.variant(variant.name, of: feed, in: publication))
        for tag in ["ja", "en", "de", "fr", "ko"] {
          let reader = ServedDocuments.publishing.readerLocale(for: LocaleTag(tag))
          let edition = served.edition(for: reader, inVariant: variant.name)
          let boundaries = edition.boundaries
          all["\(place) in \(tag): keys"] = Array(edition.surrogateKeys.text.utf8)
          all["\(place) in \(tag): section keys"] = Array(
            edition.surrogateKeys(of: "photos", behind: "pickup_photos").text.utf8)
          all["\(place) in \(tag): end"] = Array(
            "\(boundaries.next?.rfc3339 ?? "") \(boundaries.nextEnd?.rfc3339 ?? "")".utf8)
        }
      }
    }
    return all
  }

  private static func differences(
    _ found: [String: [UInt8]], from expected: [String: [UInt8]]
  ) -> [String] {
    Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }.sorted()
  }
}
