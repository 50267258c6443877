import FeedHTTP
import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import tanada

/// What servers tell edges, and when.
@Suite struct PurgingTests {
  private static let url = "http://127.0.0.1:6081/tanada/purge"

  /// An edge that answers as a test says, and remembers what it was told.
  private final class Edge: Sendable {
    private struct State {
      var notices: [[String: String]] = []
      var answers: [HTTPClient.Answer]
    }

    private let state: Mutex<State>

    /// An edge that gives `answers`, the last of them again and again. Status 0 is none.
    init(_ answers: [HTTPClient.Answer]) {
      state = Mutex(State(answers: answers))
    }

    var notices: [[String: String]] { state.withLock { $0.notices } }

    func take(_ fields: [(name: String, value: String)]) throws -> HTTPClient.Answer {
      let answer = state.withLock { state in
        state.notices.append(Dictionary(fields.map { ($0.name, $0.value) }) { $1 })
        return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
      }
      guard answer.status > 0 else { throw HTTPClient.Failure.noAnswer("nobody is there") }
      return answer
    }
  }

  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let clock = TestClock(SampleContent.committedAt)
  private let metrics = ServerMetrics()

  init() throws {
    folder = try TemporaryFolder()
    store = try TestStore.open(folder.path("feed.sqlite"))
  }

  private func write(_ id: Int) async throws -> Revision {
    _ = try await store.write(at: clock.now) { transaction in
      _ = try transaction.upsert(TestContent.banner(id, campaign: 10))
    }
    return try #require(try await store.latestRevision())
  }

  private func sender(to edge: Edge) -> PurgeSender {
    let changes = ChangedKeys(of: store)
    var retries = RetryPolicy { 1 }
    retries.longestDelay = .seconds(15)
    return PurgeSender(
      [
        EdgePurger(
          url: Self.url, credentials: ("secret", "token"), changes: changes,
          retries: retries, clock: clock, metrics: metrics, logger: .silence
        ) { fields, _ in try edge.take(fields) }
      ], changes: changes, clock: clock)
  }

  private static let done = HTTPClient.Answer(status: 200)

  private static func answer(_ revision: Revision) -> HTTPClient.Answer {
    answer(revision.number, revision.id)
  }

  private static func answer(_ number: Int, _ id: UUID) -> HTTPClient.Answer {
    HTTPClient.Answer(status: 200, fields: ["x-tanada-purged": "\(number).\(id.text)"])
  }

  private static func answer(_ revision: Revision, floor: Int) -> HTTPClient.Answer {
    HTTPClient.Answer(
      status: 200, fields: answer(revision).fields.merging(["x-tanada-floor": "\(floor)"]) { $1 })
  }

  @Test func anEdgeIsToldWhatChangedAfterEachRevision() async throws {
    let edge = Edge([Self.done])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(try await write(1), changing: [])
      try await eventually { edge.notices.count == 1 }
      #expect(edge.notices[0]["X-Tanada-After"] == "1")
      #expect(edge.notices[0]["xkey-purge"] == nil)
      let second = try await write(2)
      sender.announce(
        second, changing: [DocumentChanges(revision: second, shown: [DocumentKey(feed: "home")])])
      try await eventually { edge.notices.count == 2 }
      let notice = edge.notices[1]
      #expect(notice["X-Tanada-Revision"] == "2")
      #expect(notice["X-Tanada-Revision-ID"] == second.id.text)
      #expect(notice["X-Tanada-Scope"] == "keys")
      #expect(notice["X-Tanada-After"] == "1")
      #expect(notice["xkey-purge"] == "feed:home kind:campaign_banners campaign_banners:2")
      #expect(notice["Authorization"] == "Bearer token")
      #expect(notice["X-Tanada-Signature"]?.hasPrefix("sha256=") == true)
    }
  }

  @Test func noticesThatDoNotArriveAreOneWhenTheEdgeIsBack() async throws {
    let edge = Edge([
      Self.done, HTTPClient.Answer(status: 0), HTTPClient.Answer(status: 503), Self.done,
    ])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(try await write(1), changing: [])
      try await eventually { edge.notices.count == 1 }
      sender.announce(try await write(2), changing: [])
      await clock.untilWaiting(for: .milliseconds(100))
      sender.announce(try await write(3), changing: [])
      clock.advance(by: .milliseconds(100))
      await clock.untilWaiting(for: .milliseconds(200))
      sender.announce(try await write(4), changing: [])
      clock.advance(by: .milliseconds(200))
      try await eventually { edge.notices.count == 4 }
      #expect(edge.notices[3]["X-Tanada-After"] == "1")
      #expect(edge.notices[3]["X-Tanada-Revision"] == "4")
      #expect(
        edge.notices[3]["xkey-purge"]
          == "kind:campaign_banners campaign_banners:2 campaign_banners:3 campaign_banners:4")
      try await eventually {
        metrics.registry.text.contains("tanada_purges_total{result=\"done\"} 2")
      }
      #expect(metrics.registry.text.contains("tanada_purges_total{result=\"failed\"} 2"))
    }
  }

  @Test func anEdgeThatHasMissedRevisionsIsToldThem() async throws {
    let first = try await write(1)
    _ = try await write(2)
    let third = try await write(3)
    let edge = Edge([Self.answer(first), Self.answer(third)])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(third, changing: [])
      try await eventually { edge.notices.count == 2 }
      #expect(edge.notices[0]["X-Tanada-After"] == "3")
      #expect(edge.notices[1]["X-Tanada-After"] == "1")
      #expect(edge.notices[1]["xkey-purge"]?.hasSuffix("campaign_banners:3") == true)
    }
  }

  @Test(arguments: [1, 2, 9]) func anEdgeThatKnowsAnotherHistoryIsReset(number: Int) async throws {
    _ = try await write(1)
    let second = try await write(2)
    let edge = Edge([Self.answer(number, UUID()), Self.answer(second)])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(second, changing: [])
      try await eventually { edge.notices.count == 2 }
      #expect(edge.notices[1]["X-Tanada-Scope"] == "reset")
      #expect(edge.notices[1]["X-Tanada-Revision"] == "2")
    }
  }

  @Test func anEdgeWhoseFloorRisesLaterIsReset() async throws {
    let first = try await write(1)
    let edge = Edge([
      Self.answer(first, floor: 1), Self.answer(first, floor: 9), Self.answer(first, floor: 1),
    ])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(first, changing: [])
      try await eventually { edge.notices.count == 1 }
      await clock.untilWaiting(for: PurgeSender.checkInterval)
      clock.advance(by: PurgeSender.checkInterval)
      try await eventually { edge.notices.count == 3 }
      #expect(edge.notices.map { $0["X-Tanada-Scope"] } == ["keys", "keys", "reset"])
      #expect(edge.notices.allSatisfy { $0["xkey-purge"] == nil })
      // A check that finds nothing says nothing else.
      await clock.untilWaiting(for: PurgeSender.checkInterval)
      clock.advance(by: PurgeSender.checkInterval)
      try await eventually { edge.notices.count == 4 }
      #expect(metrics.registry.text.contains("tanada_purges_total{result=\"done\"} 1"))
    }
  }

  @Test func aReceiverWithoutAFloorIsNotAsked() async throws {
    let edge = Edge([Self.done])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(try await write(1), changing: [])
      try await eventually { edge.notices.count == 1 }
      await clock.untilWaiting(for: PurgeSender.checkInterval)
      clock.advance(by: PurgeSender.checkInterval)
      await clock.untilWaiting(for: PurgeSender.checkInterval)
      sender.announce(try await write(2), changing: [])
      try await eventually { edge.notices.count == 2 }
      #expect(edge.notices[1]["X-Tanada-After"] == "1")
    }
  }

  @Test func aServerThatIsBehindDoesNotResetAnEdge() async throws {
    let first = try await write(1)
    let second = try await write(2)
    let edge = Edge([Self.answer(second, floor: 2)])
    let sender = sender(to: edge)
    try await beside(sender.run) {
      sender.announce(first, changing: [])
      try await eventually {
        metrics.registry.text.contains("tanada_purges_total{result=\"done\"} 1")
      }
      #expect(edge.notices.count == 1)
    }
  }

  @Test func noticesHaveBoundedFields() throws {
    let revision = Revision(number: 7, id: UUID(), committedAt: SampleContent.committedAt)
    func notices(_ count: Int) -> [PurgeNotice] {
      PurgeNotice.listing((0..<count).map { "campaign_banners:\($0)" }, after: 6, through: revision)
    }
    #expect(notices(0).map(\.scope) == [.keys])
    #expect(notices(1).map(\.keys) == ["campaign_banners:0"])
    let some = notices(500)
    #expect(some.count > 1 && some.dropLast().allSatisfy { $0.scope == .part })
    #expect(some.last?.scope == .keys)
    #expect(some.allSatisfy { $0.keys.utf8.count <= PurgeNotice.maximumByteCount })
    #expect(some.map(\.keys).joined(separator: " ").split(separator: " ").count == 500)
    // The space between two keys counts.
    for (rest, count) in [(3, 1), (2, 2)] {
      let keys = [String(repeating: "a", count: PurgeNotice.maximumByteCount - rest), "bb"]
      #expect(PurgeNotice.listing(keys, after: 6, through: revision).count == count)
    }
    #expect(notices(5_000).map(\.scope) == [.everything])
    #expect(PurgeNotice.listing(nil, after: 6, through: revision).map(\.scope) == [.everything])
  }

  @Test func signaturesCoverWhatIsSaid() throws {
    let id = try #require(UUID(uuidString: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427"))
    let moment = Timestamp(millisecondsSince1970: 1_700_000_000_123)
    let notice = PurgeNotice.listing(
      ["feed:home"], after: 6, through: Revision(number: 7, id: id, committedAt: moment))[0]
    #expect(
      notice.signedText(at: moment)
        == "POST\nkeys\n6\n7\n1b4e28ba-2fa1-4d2b-883f-0016d3cca427\n1700000000\nfeed:home")
    let fields = Dictionary(
      notice.fields(at: moment, by: ("secret", "")).map { ($0.name, $0.value) }
    ) { $1 }
    // openssl dgst -sha256 -hmac secret
    #expect(
      fields["X-Tanada-Signature"]
        == "sha256=af7a08ca078ea60734222c40c3b3e68d29490c1efde4cfaa81ea17d839e2cd8f")
    #expect(fields["Authorization"] == nil)
    #expect(notice.fields(at: moment, by: ("", "")).allSatisfy { !$0.name.contains("Sig") })
  }

  @Test(arguments: ["", "7", "7.", ".a", "7.x", "-1.1b4e28ba-2fa1-4d2b-883f-0016d3cca427"])
  func whatIsNoRevisionIsNoAnswer(text: String) {
    #expect(EdgeAnswer(["x-tanada-purged": text]).purged == nil)
  }
}
