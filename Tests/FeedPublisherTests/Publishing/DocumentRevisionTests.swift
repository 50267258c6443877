import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import FeedPublisher

/// The revision of a document follows from the history alone, whatever a server has seen of it.
struct DocumentRevisionTests {
  private let database: TestDatabase
  private var clock: TestClock { database.clock }

  init() throws { database = try TestDatabase() }

  private static let composition = """
    {"sections":[
      {"id":"photos","kind":"pickup_photos","title":"Photos","limit":2,
       "layout":{"type":"staggered_grid"}},
      {"id":"topics","kind":"featured_topics","title":"Topics"}]}
    """

  @Test(
    "Items that are not all listed are purged by their kind, listed ones by their own keys",
    arguments: [true, false])
  func keysOfItems(isAbridged: Bool) {
    let changes = RevisionChanges(
      revision: Revision(number: 2, id: .random(), committedAt: clock.now),
      items: [.init(kind: "shops", id: 7)], kinds: ["shops"], isAbridged: isAbridged, feeds: [])
    #expect(
      SurrogateKeys.keys(of: changes)
        == ["kind:shops", isAbridged ? "items:shops" : "shops:7"])
  }

  /// A server of three photos and a topic, at revision 1.
  private func server() async throws -> TestServer {
    let server = try database.server()
    _ = try await server.store.write(at: clock.now) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.photo(id, width: 100)) }
      _ = try transaction.upsert(TestContent.topic(1))
      _ = try transaction.setComposition(Self.composition, of: "home")
    }
    try await server.publisher.publish()
    return server
  }

  private func write(
    to server: TestServer, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws {
    clock.set(clock.now.later(seconds: 60))
    _ = try await server.store.write(at: clock.now, body)
  }

  /// Makes photo 1 wide, and as it was again.
  private func makeAndUndo(in server: TestServer) async throws {
    for width in [150, 100] {
      try await write(to: server) { _ = try $0.upsert(TestContent.photo(1, width: width)) }
    }
  }

  @Test("What was changed and undone before a server looked has the revision that undid it")
  func undo() async throws {
    let server = try await server()
    let before = try server.served()
    try await makeAndUndo(in: server)
    try await server.publisher.publish()
    #expect(try server.sections() == ["photos": 3, "topics": 1])
    #expect(try server.served() != before)
    #expect(try server.screen()["revision"].number == 3)
    // Revisions that nobody has served are there as well.
    for revision in 1...3 {
      let bytes = try #require(try await server.former("home", at: revision)?.first)
      #expect(try JSONValue.parse(bytes)["revision"].number == Double(revision))
    }
    #expect(try await server.former("home", at: 1) == before["home"])
    #expect(try await server.former("home", at: 3) == server.served()["home"])
  }

  @Test("Changes that were left out of those to be noted are found again, with no write after them")
  func leftOut() async throws {
    let server = try await server()
    try await makeAndUndo(in: server)
    try await server.publisher.publish()
    await server.publisher.noteDocumentRevisionsNow()
    // One who has read revision 2 only now: what is in service next does not follow on it.
    let second = try #require(try await server.store.read { try $0.revision(2) })
    server.publisher.documentRevisions.append(
      DocumentChangeRange(after: 1, through: second, changes: []))
    try await write(to: server) { _ = try $0.upsert(TestContent.photo(1, width: 70)) }
    try await server.publisher.publish()
    #expect(try await server.publisher.completeDocumentRevisions()?.number == 4)
    #expect(try await server.store.read { try $0.notedRevisions().upperBound } == 4)
    let changes = try await server.store.read { try $0.changes(after: 3, limit: 1) }
    #expect(
      SurrogateKeys.keys(of: try #require(changes.first), documents: []).contains("feed:home"))
  }

  @Test(
    "A server that is killed before it notes anything changes no byte", arguments: [true, false])
  func killed(isNoted: Bool) async throws {
    let first = try await server()
    var served = [try first.served()]
    for edit in 1...6 {
      try await write(to: first) {
        _ = try $0.upsert(TestContent.photo(edit % 3 + 1, width: 100 + edit))
        if edit == 4 { _ = try $0.upsert(TestContent.topic(2)) }
      }
      try await first.publisher.publish()
      if isNoted, edit == 2 { await first.publisher.noteDocumentRevisionsNow() }
      served.append(try first.served())
    }
    let next = try await database.startedServer()
    #expect(try next.served() == served.last)
    for (revision, bytes) in zip(1..., served) {
      #expect(try await next.former("home", at: revision) == bytes["home"], "\(revision)")
    }
    // A process that serves nothing, such as a command, finds the same.
    let command = try database.server()
    for (revision, bytes) in zip(1..., served) {
      #expect(try await command.former("home", at: revision) == bytes["home"], "\(revision)")
    }
  }

  @Test(
    "Two servers of a database agree, although one of them looks late", arguments: [true, false])
  func agreement(isNoted: Bool) async throws {
    let (first, late) = (try await server(), try database.server())
    try await late.publisher.publish()
    try await write(to: first) { _ = try $0.upsert(TestContent.photo(2, width: 150)) }
    try await first.publisher.publish()
    if isNoted { await first.publisher.noteDocumentRevisionsNow() }
    try await write(to: first) { _ = try $0.upsert(TestContent.topic(2)) }
    try await makeAndUndo(in: first)
    try await late.publisher.publish()
    try await first.publisher.publish()
    #expect(try late.sections() == ["photos": 4, "topics": 3].merging(["photos": 5]) { $1 })
    #expect(try late.served() == first.served())
    // Each revision names what it has changed, and the store says the same.
    let changes = try #require(late.publisher.current?.changes)
    let home = DocumentKey(feed: "home")
    let photos = DocumentKey(feed: "home", section: "photos")
    let topics = DocumentKey(feed: "home", section: "topics")
    #expect(changes.map(\.revision.number) == [2, 3, 4, 5])
    #expect(
      changes.map(\.shown) == [[home, photos], [home, topics], [home, photos], [home, photos]])
    await late.publisher.noteDocumentRevisionsNow()
    await first.publisher.noteDocumentRevisionsNow()
    let noted = try await late.store.read { try $0.changes(after: 1, limit: 10) }
    #expect(noted.map(\.documents) == changes.map(\.documents))
    #expect(try await late.store.read { try $0.notedRevisions().upperBound } == 5)
  }

  @Test("A pruned history has what every kept revision needs, also of changes nobody has noted")
  func pruned() async throws {
    let server = try await server()
    var served = [try server.served()]
    for edit in 1...6 {
      try await write(to: server) { _ = try $0.upsert(TestContent.photo(edit, width: 100 + edit)) }
      try await server.publisher.publish()
      served.append(try server.served())
    }
    let other = try database.server()
    let (_, first) = try await other.store.pruneHistory(
      before: SampleContent.committedAt.later(seconds: 190), at: clock.now, inBatchesOf: 1,
      completing: { try await other.publisher.completeDocumentRevisions() })
    #expect(first == 4)
    let next = try await database.startedServer()
    #expect(try next.served() == served.last)
    for (revision, bytes) in zip(1..., served).dropFirst(first - 1) {
      #expect(try await next.former("home", at: revision) == bytes["home"], "\(revision)")
    }
  }

  @Test("A server that is behind the first kept revision says of its documents what the others say")
  func prunedAheadOfAServer() async throws {
    let (server, late) = (try await server(), try database.server())
    try await late.publisher.publish()
    // Revision 2 changes the topics, 3 to 5 the photos.
    try await write(to: server) { transaction in
      var topic = try TestContent.topic(1)
      topic.title = "Noodles"
      _ = try transaction.upsert(topic)
    }
    for width in 101...103 {
      try await write(to: server) { _ = try $0.upsert(TestContent.photo(1, width: width)) }
    }
    try await server.publisher.publish()
    let (_, first) = try await server.store.pruneHistory(
      before: clock.now, at: clock.now,
      completing: { try await server.publisher.completeDocumentRevisions() })
    #expect(first == 5)
    try await late.publisher.publish()
    #expect(try late.sections() == ["photos": 5, "topics": 2])
    #expect(try late.served() == server.served())
    // The way goes on.
    try await write(to: server) { _ = try $0.upsert(TestContent.photo(2, width: 200)) }
    for server in [server, late] { try await server.publisher.publish() }
    #expect(try late.sections() == ["photos": 6, "topics": 2])
    #expect(try late.served() == server.served())
  }

  @Test("A way of more revisions than are read at once ends where single steps do")
  func longWay() async throws {
    let (server, late) = (try await server(), try database.server())
    try await late.publisher.publish()
    for edit in 1...80 {
      try await write(to: server) {
        _ = try $0.upsert(TestContent.photo(edit % 4 + 1, width: edit))
      }
      try await server.publisher.publish()
    }
    try await late.publisher.publish()
    #expect(try late.served() == server.served())
    // Two of four photos are shown, and as many changed as one part has.
    #expect(late.publisher.current?.changes.count == 8)
    let fresh = try await database.startedServer()
    #expect(try fresh.served() == server.served())
  }

  // MARK: - Edits elsewhere

  @Test("An item behind a section without pages changes nothing; with pages the first one does")
  func itemBehind() async throws {
    let server = try await server()
    try await write(to: server) { transaction in
      for id in 2...6 { _ = try transaction.upsert(TestContent.topic(id)) }
      _ = try transaction.setComposition(
        """
        {"sections":[
          {"id":"carousel","kind":"featured_topics","title":"","limit":6,
           "layout":{"type":"snap_carousel"}},
          {"id":"grid","kind":"featured_topics","title":"","limit":6,
           "layout":{"type":"uniform_grid"}}]}
        """, of: "home")
    }
    try await write(to: server) { _ = try $0.upsert(TestContent.topic(7)) }
    try await server.publisher.publish()
    #expect(try server.sections() == ["carousel": 2, "grid": 3])
    try await write(to: server) { _ = try $0.upsert(TestContent.topic(8)) }
    try await server.publisher.publish()
    #expect(try server.sections() == ["carousel": 2, "grid": 3])
    #expect(try server.screen()["revision"].number == 3)
  }

  @Test("A kind that is defined changes no document that does not have it")
  func definitions() async throws {
    let server = try await server()
    let empty = """
      {"sections":[{"id":"shops","kind":"shops","title":""},
        {"id":"photos","kind":"pickup_photos","title":"","limit":2,
         "layout":{"type":"staggered_grid"}}]}
      """
    try await define(#"{"name":"title","type":"text"}"#, in: server)
    try await write(to: server) { _ = try $0.setComposition(empty, of: "home") }
    try await server.publisher.publish()
    let served = try server.served()
    // 1. A field, of no item yet.
    try await define(
      #"{"name":"title","type":"text"},{"name":"area","type":"text","required":false}"#,
      in: server)
    // 2. Another kind.
    try await define(#"{"name":"title","type":"text"}"#, kind: "others", in: server)
    try await server.publisher.publish()
    #expect(server.publisher.current?.revision == 5)
    #expect(try server.served() == served)
    let fresh = try await database.startedServer()
    #expect(try fresh.served() == served)
    // 3. A field of items that are shown is in their bytes.
    try await write(to: server) { transaction in
      let kind = try #require(try transaction.kinds()["shops"])
      _ = try transaction.upsert(ContentItem(kind: kind, id: 1, values: [.text("a"), .null]))
    }
    try await define(#"{"name":"title","type":"text"}"#, in: server)
    try await server.publisher.publish()
    #expect(try server.sections() == ["shops": 7, "photos": 3])
  }

  @Test(
    "A composition that shows the same otherwise changes nothing",
    arguments: [
      (#""limit":60"#, false), (#""window":{"unpublish_at":"2099-01-01T00:00:00Z"}"#, false),
      (#""source":{"query":{"sort":"id"}}"#, false), (#""title":"T""#, true),
      (#""layout":{"type":"uniform_grid"}"#, true),
    ])
  func composition(member: String, isChange: Bool) async throws {
    let server = try await server()
    let before = try server.sections()
    try await write(to: server) {
      let title = #""title":"Topics""#
      let members = member.hasPrefix(#""title"#) ? member : "\(title),\(member)"
      _ = try $0.setComposition(Self.composition.replacing(title, with: members), of: "home")
    }
    try await server.publisher.publish()
    #expect(try server.sections()["photos"] == before["photos"])
    #expect(try server.sections()["topics"] == (isChange ? 2 : 1))
  }

  private func define(_ fields: String, kind: String = "shops", in server: TestServer) async throws
  {
    let text = """
      {"kind":"\(kind)","title":"\(kind)","fields":[\(fields)],"roles":{"headline":"title"}}
      """
    let proposal = try KindProposal(reading: JSONTree(parsing: Data(text.utf8)))
    let old = try await server.store.read { try $0.kinds()[kind] }
    let change = try KindChange(from: old, to: proposal)
    try await write(to: server) { try $0.define(change) }
  }
}
