import FeedEditing
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Documents of former revisions are reproduced byte for byte.
struct HistoryTests {
  fileprivate static let widths = [320.0, 834]
  /// Enough for every sort of edit, twice many items at once, and for edits behind those.
  fileprivate static let editCount = TestScale.count(gate: 50, all: 100, soak: 1_000)

  @Test(
    "After random edits and a restart, every revision is what it was; pruned ones are gone",
    arguments: SeededGenerator.seeds.prefix(1))
  func everyRevision(seed: UInt64) async throws {
    let database = try TestDatabase()
    // 1. Edits, each of them published and recorded.
    let recorder = try Recorder(path: database.path)
    var edits = RandomEdits(seed: seed)
    var count = 0
    while count < Self.editCount {
      if try await edits.makeOne(in: recorder.store, at: recorder.clock) {
        count += 1
        try await recorder.record()
      }
    }
    // In their order, so that definitions of kinds are read once.
    let served = recorder.served.sorted { $0.key.revision < $1.key.revision }
    #expect(served.count >= Self.editCount)
    #expect(edits.made == Set(RandomEdits.Sort.allCases))
    #expect(recorder.wrongChanges == [])
    // Different documents, or nothing would be proved.
    #expect(Set(served.map(\.value)).count > Self.editCount / 2)
    try await recorder.store.close()

    // 2. After a restart.
    let reopened = try Recorder(path: database.path, at: recorder.clock.now)
    var others: [Recorder.Place] = []
    for (place, documents) in served where try await reopened.former(place) != documents {
      others.append(place)
    }
    #expect(others == [])
    let check = try await TestStore.check(database.path)
    #expect(check.problems == [])
    #expect(check.content.versionCount > Self.editCount / 2)

    // 3. After pruning.
    let first = (served.last?.key.revision ?? 0) / 2
    _ = try await reopened.store.write(at: Feeds.now) { try $0.forgetHistory(before: first) }
    var removed = 0
    while true {
      let some = try await reopened.store.write(
        at: Feeds.now, making: { try $0.removeForgottenVersions(limit: 50) })
      guard some > 0 else { break }
      removed += some
    }
    #expect(removed > 0)
    let shorter = try await TestStore.check(database.path)
    #expect(shorter.problems == [] && shorter.content.versionCount < check.content.versionCount)
    for (place, documents) in served {
      if place.revision < first {
        await #expect(throws: StoreError.revisionPruned(place.revision, first: first)) {
          try await reopened.former(place)
        }
      } else if try await reopened.former(place) != documents {
        others.append(place)
      }
    }
    #expect(others == [])
  }
}

extension Publication {
  /// Every document in service: screens, and the first pages of sections.
  fileprivate func documents(for viewports: [Viewport]) -> [DocumentKey: [[UInt8]]] {
    feeds.values.reduce(into: [:]) { documents, feed in
      documents[DocumentKey(feed: feed.name)] = viewports.map { feed.screen(for: $0).bytes }
      for id in feed.composition.sections.map(\.id) {
        guard let section = feed.section(id) else { continue }
        documents[DocumentKey(feed: feed.name, section: id)] = viewports.map { viewport in
          feed.firstPage(of: section, for: ScreenTraits(viewport), limit: 2) {
            "\($0)"
          }.bytes
        }
      }
    }
  }
}

/// A publisher whose documents are recorded.
private final class Recorder {
  struct Place: Hashable {
    let revision: Int
    let feed: String
  }

  let store: any FeedStore
  let clock: TestClock
  /// The documents of all widths.
  private(set) var served: [Place: [[UInt8]]] = [:]
  /// The revisions that have changed other documents than they say.
  private(set) var wrongChanges: [Int] = []
  /// The documents in service, of all widths.
  private var newest: [DocumentKey: [[UInt8]]] = [:]
  private let publisher: FeedPublisher

  init(path: String, at moment: Timestamp = SampleContent.committedAt) throws {
    clock = TestClock(moment)
    // So that 60 items are many.
    store = try TestStore.open(path, briefChangeCount: 50, directChangeCount: 55)
    publisher = try FeedPublisher(of: store, clock, widths: HistoryTests.widths)
  }

  func record() async throws {
    try await publisher.publish()
    await publisher.noteDocumentRevisionsNow()
    let publication = try #require(publisher.current)
    for feed in publication.feeds.values {
      served[Place(revision: publication.revision, feed: feed.name)] =
        try HistoryTests.viewports.map { feed.screen(for: $0).bytes }
    }
    // The purged documents are exactly the changed ones.
    let documents = try publication.documents(for: HistoryTests.viewports)
    let changed = Set(documents.keys).union(newest.keys).filter { documents[$0] != newest[$0] }
    if publication.changedDocuments != changed.sorted() {
      wrongChanges.append(publication.revision)
    }
    newest = documents
  }

  func former(_ place: Place) async throws -> [[UInt8]]? {
    let feed = try await publisher.formerFeed(place.feed, at: place.revision)
    return try feed.map { feed in
      try HistoryTests.viewports.map { viewport in
        let document = feed.document(for: viewport).document
        return JSONWriter.encode { document.write(to: &$0) }
      }
    }
  }
}

extension HistoryTests {
  fileprivate static var viewports: [Viewport] {
    get throws { try widths.map { try Viewport(width: $0) } }
  }
}

/// Edits of items, windows, compositions, kinds and photos, the same for the same seed.
private struct RandomEdits {
  enum Sort: CaseIterable {
    case save, window, removal, composition, decomposition, kind, description, assignment
    case boundaries, many
  }

  /// The sorts of edits that have made revisions.
  private(set) var made: Set<Sort> = []
  private var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Makes an edit.
  ///
  /// - Returns: whether it made a revision.
  mutating func makeOne(in store: any FeedStore, at clock: TestClock) async throws -> Bool {
    number += 1
    let passed = Int.random(in: 0..<90_000, using: &generator)
    clock.set(
      Timestamp(millisecondsSince1970: clock.now.millisecondsSince1970 + passed))
    let (sort, isRevision) = try await makeAny(in: store, at: clock)
    if isRevision { made.insert(sort) }
    return isRevision
  }

  private mutating func makeAny(
    in store: any FeedStore, at clock: TestClock
  ) async throws -> (sort: Sort, isRevision: Bool) {
    let moment = clock.now
    if [HistoryTests.editCount / 5, HistoryTests.editCount * 3 / 5].contains(number) {
      return (.many, try await stageMany(in: store, at: moment))
    }
    let kinds = try await store.kinds()
    let sort: Sort
    let edit: @Sendable (any ContentTransaction) throws -> Void
    // Boundaries alone are rarely due; some of these are.
    switch number.isMultiple(of: 20) ? 99 : Int.random(in: 0..<100, using: &generator) {
    case 0..<45:
      let kind = kinds.all.randomElement(using: &generator) ?? .recentNews
      let item = item(of: kind, id: .random(in: 1...3, using: &generator))
      let window = Bool.random(using: &generator) ? window(at: moment) : nil
      (sort, edit) = (.save, { _ = try $0.save(item, window: window, by: .commandLine) })
    case 45..<56:
      let kind = kinds.all.randomElement(using: &generator) ?? .recentNews
      let id = Int.random(in: 1...3, using: &generator)
      let window = window(at: moment)
      (sort, edit) = (.window, { _ = try $0.setWindow(window, of: kind, id: id) })
    case 56..<70:
      let kind = kinds.all.randomElement(using: &generator) ?? .recentNews
      let id = Int.random(in: 1...3, using: &generator)
      (sort, edit) = (.removal, { _ = try $0.remove(kind, id: id, by: .commandLine) })
    case 70..<79:
      let feed = ["home", "summer"].randomElement(using: &generator) ?? "home"
      // The default composition is long; it is there until the first one is written, and not often after that.
      if Bool.random(using: &generator), feed == "summer" || number < 150 {
        (sort, edit) = (.decomposition, { _ = try $0.removeComposition(of: feed) })
      } else {
        let document = composition(of: kinds)
        sort = .composition
        edit = { _ = try $0.compose(document, of: feed, by: .commandLine) }
      }
    case 79..<87: return (.kind, try await changeKind(of: kinds, in: store, at: moment))
    case 87..<92:
      let photo = TestPhotos.photo(.random(in: 1...2, using: &generator))
      let text = "photo \(number)"
      sort = .description
      edit = { transaction in
        _ = try transaction.add(photo)
        _ = try transaction.describe(photo.id, as: PhotoDescription(alt: text))
      }
    case 92..<97:
      let photo = TestPhotos.photo(.random(in: 1...2, using: &generator))
      let id = Int.random(in: 1...3, using: &generator)
      sort = .assignment
      edit = { transaction in
        _ = try transaction.add(photo)
        _ = try transaction.setPhoto(photo.id, assignedTo: "https://example.com/\(id)")
      }
    default:
      // Other writes apply what is due as well, so this one comes late.
      clock.set(Timestamp(millisecondsSince1970: moment.millisecondsSince1970 + 900_000))
      return (.boundaries, try await store.applyBoundaries(at: clock.now) != nil)
    }
    return (sort, try await store.write(at: moment, edit) != nil)
  }

  /// Many items at once, which are written in another way.
  private mutating func stageMany(
    in store: any FeedStore, at moment: Timestamp
  ) async throws -> Bool {
    let stage = try await store.stage()
    // Most are drafts, so that documents stay short.
    let items = (1...60).map { id in
      StagedItem(
        item(of: .trendArticles, id: id),
        window: id > 5 ? Window(isDraft: true) : id.isMultiple(of: 3) ? window(at: moment) : nil)
    }
    try await stage.add(items)
    return try await stage.commit(at: moment, by: .program, isDryRun: false).revision != nil
  }

  /// Adds, renames and removes fields of a kind, and removes and creates the kind.
  private mutating func changeKind(
    of kinds: ContentKinds, in store: any FeedStore, at moment: Timestamp
  ) async throws -> Bool {
    let old = kinds["shops"]
    if let old, Int.random(in: 0..<5, using: &generator) == 0 {
      return try await store.write(at: moment) { transaction in
        for feed in try transaction.composedFeeds() {
          _ = try transaction.removeComposition(of: feed)
        }
        try transaction.remove(old)
      } != nil
    }
    var fields = [#"{"name":"title","type":"text"}"#]
    var names = ["area", "place", "note"].filter { _ in Bool.random(using: &generator) }
    if let field = old?.field("area") ?? old?.field("place"), Bool.random(using: &generator) {
      let other = field.name == "area" ? "place" : "area"
      names.removeAll { $0 == "area" || $0 == "place" }
      fields.append(
        #"{"name":"\#(other)","renamed_from":"\#(field.name)","type":"text","required":false}"#)
    }
    fields += names.map { #"{"name":"\#($0)","type":"text","required":false}"# }
    if Bool.random(using: &generator) {
      fields.append(#"{"name":"opened_at","type":"date","default":"2026-01-01T00:00:00.000Z"}"#)
    }
    let text = """
      {"kind":"shops","title":"Shops \(number)","fields":[\(fields.joined(separator: ","))],
       "roles":{"headline":"title"}}
      """
    let proposal = try KindProposal(reading: JSONTree(parsing: Data(text.utf8)))
    let change = try KindChange(from: old, to: proposal)
    return try await store.write(at: moment) { try $0.define(change) } != nil
  }

  private mutating func composition(of kinds: ContentKinds) -> String {
    let sections = kinds.all.shuffled(using: &generator).prefix(3).map { kind in
      let limit = Int.random(in: 1...5, using: &generator)
      let search =
        kind.fields.contains { $0.name == "title" }
        ? #","source":{"query":{"q":"a","sort":"-id"}}"# : ""
      return
        #"{"id":"\#(kind.name)","kind":"\#(kind.name)","title":"","limit":\#(limit)\#(search)}"#
    }
    return #"{"sections":[\#(sections.joined(separator: ","))]}"#
  }

  private mutating func window(at moment: Timestamp) -> Window {
    func other(_ offsets: Range<Int>) -> Timestamp {
      Timestamp(
        millisecondsSince1970: moment.millisecondsSince1970
          + Int.random(in: offsets, using: &generator))
    }
    return switch Int.random(in: 0..<4, using: &generator) {
    case 0: Window(isDraft: true)
    case 1: Window(publishAt: other(-100_000..<1_000_000))
    case 2: Window(unpublishAt: other(-10_000..<5_000_000))
    default: .always
    }
  }

  private mutating func item(of kind: ContentKind, id: Int) -> ContentItem {
    let values = kind.fields.map { field -> FieldValue in
      if field.isNullable, Bool.random(using: &generator) { return .null }
      switch field.type.storage {
      case .integer: return .integer(.random(in: 1...900, using: &generator))
      case .number: return .number(.random(in: 0...5, using: &generator))
      case .date:
        let time = Int.random(in: 0...2_000_000_000_000, using: &generator)
        return .date(Timestamp(millisecondsSince1970: time))
      case .list: return .list([])
      case .text:
        if field.type is URLField {
          return .text("https://example.com/\(Int.random(in: 1...3, using: &generator))")
        }
        return .text("a \(number) \(UInt8.random(in: 0...255, using: &generator)) 寿司")
      }
    }
    return ContentItem(kind: kind, id: id, values: values)
  }
}
