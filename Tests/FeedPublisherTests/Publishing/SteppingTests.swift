import FeedEditing
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// Servers that see each revision, some revisions, or only the last ones serve the same bytes, and a small model finds
/// the revisions in them.
struct SteppingTests {
  private static let editCount = TestScale.count(gate: 40, all: 120, soak: 2_000)
  private static let composition = """
    {"sections":[
      {"id":"photos","kind":"pickup_photos","title":"Photos","limit":2,
       "layout":{"type":"staggered_grid"},"source":{"query":{"sort":"-photo_width"}}},
      {"id":"wide","kind":"pickup_photos","title":"Wide","limit":2,
       "layout":{"type":"snap_carousel"},
       "source":{"query":{"filter":{"photo_width.gte":"103"}}}},
      {"id":"topics","kind":"featured_topics","title":"Topics","limit":3,
       "source":{"pinned":[2,1,9,3]}}]}
    """

  @Test(
    "After random edits, undone ones, kills and restarts, all servers agree with a model",
    arguments: SeededGenerator.seeds)
  func agreement(seed: UInt64) async throws {
    let database = try TestDatabase()
    let clock = database.clock
    var random = SeededGenerator(seed: seed)
    let each = try database.server()
    var rare = try database.server()
    _ = try await each.store.write(at: clock.now) {
      _ = try $0.setComposition(Self.composition, of: "home")
    }
    var model = Model()
    var (served, differences): ([[String: [[UInt8]]]], [String]) = ([], [])
    while served.count < Self.editCount {
      try await each.publisher.publish()
      if let current = each.publisher.current?.revision, current > served.count {
        served.append(try each.served())
        differences += model.differences(in: try each.screen(), at: current)
      }
      // 1. The other server looks now and then, is killed, or starts again.
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<2:
        try await rare.publisher.publish()
        if try rare.served() != served.last { differences.append("rare: \(served.count)") }
      case 2: rare = try database.server()
      case 3: await rare.publisher.noteDocumentRevisionsNow()
      case 4: await each.publisher.noteDocumentRevisionsNow()
      default: break
      }
      // 2. An edit.
      try await Self.edit(each.store, clock, &random)
    }
    #expect(differences == [])
    // 3. Every former revision, for a server that starts at the end.
    let fresh = try await database.startedServer()
    for (revision, bytes) in zip(1..., served)
    where try await fresh.former("home", at: revision) != bytes["home"] {
      differences.append("former: \(revision)")
    }
    #expect(differences == [])
    #expect(model.changeCount > Self.editCount)
  }

  /// Makes an edit at a later moment, which may change nothing.
  private static func edit(
    _ store: any FeedStore, _ clock: TestClock, _ random: inout SeededGenerator
  ) async throws {
    clock.set(clock.now.later(seconds: Int.random(in: 0...40, using: &random)))
    let id = Int.random(in: 1...5, using: &random)
    let width = Int.random(in: 100...106, using: &random)
    let (sort, isPhoto) = (Int.random(in: 0..<10, using: &random), Bool.random(using: &random))
    let kind = isPhoto ? ContentKind.pickupPhotos : .featuredTopics
    let begin = clock.now.later(seconds: Int.random(in: -60...120, using: &random))
    let end = clock.now.later(seconds: Int.random(in: 121...300, using: &random))
    let window = [
      Window.always, Window(publishAt: begin), Window(unpublishAt: end), Window(isDraft: true),
      Window(publishAt: begin, unpublishAt: end),
    ].randomElement(using: &random)
    if sort == 9 {
      _ = try await store.applyBoundaries(at: clock.now)
      return
    }
    _ = try await store.write(at: clock.now) { transaction in
      switch sort {
      case 0..<5:
        _ = try transaction.upsert(
          isPhoto
            ? TestContent.photo(id, width: width).item : TestContent.topic(id).item)
      case 5..<8: _ = try transaction.setWindow(window ?? .always, of: kind, id: id)
      default: _ = try transaction.delete(kind, id: id)
      }
    }
  }
}

/// Which revision changed a document last, by comparing what it shows with what it showed at the revision before.
private struct Model {
  private var shown: [String: String] = [:]
  private var revisions: [String: Int] = [:]
  /// How many documents have changed.
  private(set) var changeCount = 0

  /// The documents of `screen`, which is served at `revision`, that have another revision than they should.
  mutating func differences(in screen: JSONValue, at revision: Int) -> [String] {
    var documents = screen["sections"].elements.map { section in
      (section["id"].text ?? "", Self.content(of: section), section["revision"].number)
    }
    let sections = documents.map { "\($0.0) \($0.2 ?? 0)" }
    documents.append(
      ("", "\(sections) \(screen["expires_at"])", screen["revision"].number))
    let gone = Set(shown.keys).subtracting(documents.map(\.0))
    for id in gone { shown[id] = nil }
    return documents.compactMap { id, content, found in
      if shown[id] != content {
        (shown[id], revisions[id]) = (content, revision)
        changeCount += 1
      }
      return found == revisions[id].map(Double.init)
        ? nil : "\(id) at \(revision): \(found ?? -1), not \(revisions[id] ?? -1)"
    }
  }

  private static func content(of section: JSONValue) -> String {
    let items = section["items"].elements.map { item in
      ["id", "photo_width", "title"].map { "\(item[$0])" }.joined(separator: " ")
    }
    return "\(items) \(section["next"] == .null)"
  }
}
