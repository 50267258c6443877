import FeedEntities
import FeedEditing
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// The bytes of documents follow from the content of the store alone: whatever a server has seen of it, whenever it was
/// killed, and whichever of its notes are there.
struct SameBytesTests {
  private static let editCount = TestScale.count(gate: 24, all: 40, soak: 400)

  private let database: TestDatabase
  private var clock: TestClock { database.clock }

  init() throws { database = try TestDatabase() }

  private func server(_ clock: TestClock? = nil) throws -> TestServer {
    try TestServer(path: database.path, clock ?? self.clock, publishing: ServedDocuments.publishing)
  }

  @Test(
    "Servers that follow, look late, are killed, or start at the end make the same of each revision",
    arguments: SeededGenerator.seeds)
  func randomHistory(seed: UInt64) async throws {
    var history = RandomHistory(seed: seed)
    let each = try server()
    var (late, differences) = (try server(), [String]())
    var served: [Int: ServedDocuments] = [:]
    try await history.begin(in: each.store, at: clock)
    for _ in 1...Self.editCount {
      // 1. A server that sees each revision.
      try await each.publisher.publish()
      let revision = try #require(each.publisher.current?.revision)
      let documents = try await ServedDocuments(inServiceAt: each)
      if let before = served[revision] {
        differences += documents.differences(from: before).map { "again at \(revision): \($0)" }
      }
      served[revision] = documents
      // 2. One that looks now and then, is killed, or starts again. Either may note what it has found.
      switch history.number(below: 20) {
      case 0..<4:
        try await late.publisher.publish()
        differences += try await ServedDocuments(inServiceAt: late).differences(from: documents)
          .map { "late at \(revision): \($0)" }
      case 4..<6: late = try server()
      case 6: await late.publisher.noteDocumentRevisionsNow()
      case 7: await each.publisher.noteDocumentRevisionsNow()
      case 8: try await prune(by: late)
      default: break
      }
      try await history.write(to: each.store, at: clock)
    }
    try await each.publisher.publish()
    let newest = try #require(each.publisher.current?.revision)
    served[newest] = try await ServedDocuments(inServiceAt: each)
    // 3. A server that starts at the end, with the notes of some revisions.
    let first = try await each.store.read { try $0.firstKeptRevision() }
    let numbers = served.keys.filter { $0 >= first }.sorted()
    for noted in [newest, first + history.number(below: newest - first + 1), first] {
      try await forgetNotes(after: noted, removingThem: history.number(below: 2) == 0)
      let fresh = try server()
      for number in numbers where history.number(below: 3) == 0 {
        let former = try await ServedDocuments(of: number, at: fresh)
        differences += former.differences(from: try #require(served[number]).screens).map {
          "former \(number), noted \(noted): \($0)"
        }
      }
      try await fresh.publisher.publish()
      differences += try await ServedDocuments(inServiceAt: fresh)
        .differences(from: try #require(served[newest])).map { "fresh, noted \(noted): \($0)" }
    }
    #expect(Array(differences.prefix(20)) == [])
    #expect(served.count > Self.editCount / 2)
  }

  @Test("Before the first revision, servers that started at different times make the same")
  func emptyStore() async throws {
    let first = try server()
    try await first.publisher.publish()
    let second = try server(TestClock(clock.now.later(seconds: 3_600)))
    try await second.publisher.publish()
    let documents = try await ServedDocuments(inServiceAt: first)
    #expect(documents.bytes.count > 0)
    #expect(try await ServedDocuments(inServiceAt: second).differences(from: documents) == [])
  }

  @Test("What a server whose clock was ahead has served of a revision is answered of it ever after")
  func clockAhead() async throws {
    let ahead = try server(TestClock(clock.now.later(seconds: 3_600)))
    var history = RandomHistory(seed: 1)
    try await history.begin(in: ahead.store, at: clock)
    let begin = clock.now.later(seconds: 1_800)
    _ = try await ahead.store.write(at: ahead.publisher.clock.now) { transaction in
      for id in 1...3 {
        _ = try transaction.setWindow(Window(publishAt: begin), of: .pickupPhotos, id: id)
        _ = try transaction.setWindow(Window(unpublishAt: begin), of: .featuredTopics, id: id)
      }
    }
    try await ahead.publisher.publish()
    let served = try await ServedDocuments(inServiceAt: ahead)
    let number = try #require(ahead.publisher.current?.revision)
    let right = try server()
    try await right.publisher.publishWhatIsDue()
    #expect(right.publisher.current?.revision == number + 1)
    #expect(try await !ServedDocuments(inServiceAt: right).differences(from: served).isEmpty)
    // Before its moment, and behind it.
    for seconds in [0, 7_200] {
      clock.set(clock.now.later(seconds: seconds))
      let former = try await ServedDocuments(of: number, at: right)
      #expect(former.differences(from: served.screens) == [], "\(seconds) s later")
    }
  }

  @Test("Servers whose clocks differ serve the same if the store has a clock of its own")
  func clockOfStore() async throws {
    let right = try server()
    var history = RandomHistory(seed: 2)
    try await history.begin(in: right.store, at: clock)
    let begin = clock.now.later(seconds: 30)
    _ = try await right.store.write(at: clock.now) { transaction in
      for id in 1...3 {
        _ = try transaction.setWindow(Window(publishAt: begin), of: .pickupPhotos, id: id)
      }
    }
    let clocks = [-5, -3, 0, 5].map { TestClock(clock.now.later(seconds: $0)) }
    let publishers = try clocks.map { clock in
      try FeedPublisher(
        of: ClockedStore(try TestStore.open(database.path), clock: self.clock), clock,
        publishing: ServedDocuments.publishing, widths: TestServer.widths)
    }
    for second in 0..<4 {
      // The boundary is due at the second round.
      for clock in clocks + [self.clock] { clock.set(clock.now.later(seconds: 15)) }
      for _ in 1...2 { for publisher in publishers { try await publisher.publishWhatIsDue() } }
      let documents = try await ServedDocuments(inServiceBy: publishers[2])
      for publisher in publishers {
        let other = try await ServedDocuments(inServiceBy: publisher)
        #expect(other.differences(from: documents) == [], "round \(second)")
      }
    }
    #expect(try await right.store.latestRevision()?.number == 3)
  }

  @Test("What is said of a photo that only some clients see leaves the pages of all others alone")
  func targetedPhoto() async throws {
    let following = try server()
    let address = "https://example.com/1.jpg"
    var topic = try TestContent.topic(1)
    topic.thumbnailURL = address
    let item = topic.item
    let when = try Targeting(reading: #"{"platforms":["ios"]}"#.utf8)
    _ = try await following.store.write(at: clock.now) { transaction in
      for id in 1...5 { _ = try transaction.upsert(TestContent.photo(id, width: 100)) }
      _ = try transaction.upsert(item)
      _ = try transaction.setWindow(Window(when: when), of: .featuredTopics, id: 1)
      _ = try transaction.add(TestPhotos.photo(1))
      _ = try transaction.setPhoto(TestPhotos.photo(1).id, assignedTo: address)
      _ = try transaction.setComposition(
        """
        {"sections":[
          {"id":"photos","kind":"pickup_photos","title":"Photos","limit":2,
           "layout":{"type":"uniform_grid"}},
          {"id":"topics","kind":"featured_topics","title":"Topics"}]}
        """, of: "home")
    }
    try await following.publisher.publish()
    let before = try await ServedDocuments(inServiceAt: following)
    clock.set(clock.now.later(seconds: 60))
    _ = try await following.store.write(at: clock.now) {
      _ = try $0.describe(TestPhotos.photo(1).id, as: PhotoDescription(alt: "A bowl of rice"))
    }
    try await following.publisher.publish()
    let after = try await ServedDocuments(inServiceAt: following)
    #expect(after.screens.differences(from: before.screens) == [])
    #expect(!after.differences(from: before).isEmpty)
    let fresh = try server()
    try await fresh.publisher.publish()
    #expect(try await ServedDocuments(inServiceAt: fresh).differences(from: after) == [])
  }

  // MARK: -

  /// Removes the history of what is older than some minutes.
  private func prune(by server: TestServer) async throws {
    let cutoff = clock.now.later(seconds: -300)
    _ = try await server.store.pruneHistory(
      before: cutoff, at: clock.now,
      completing: { try await server.publisher.completeDocumentRevisions() })
  }

  /// Makes the store forget the notes of the documents that later revisions than `number` have changed, as if every
  /// server had been killed before.
  ///
  /// - Parameter removesThem: whether they are removed, or only do not count.
  private func forgetNotes(after number: Int, removingThem removesThem: Bool) async throws {
    if removesThem {
      try TestStore.run(
        "DELETE FROM tanada_document_revisions WHERE revision > \(number)", at: database.path)
    }
    try TestStore.run(
      """
      UPDATE tanada_known_documents
      SET last_revision = CASE WHEN last_revision < \(number) THEN last_revision ELSE \(number) END
      """, at: database.path)
  }
}
