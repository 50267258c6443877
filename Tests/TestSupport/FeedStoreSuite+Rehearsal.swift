import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON

extension FeedStoreCheck {
  static let rehearsals = [
    FeedStoreCheck("a rehearsal reads what a transaction with the same writes reads") { store in
      try await store.prepareRehearsals()
      let before = try await store.read { try RehearsedContent.picture(of: $0) }
      // 1. Done, and rolled back.
      var done: [String] = []
      do {
        try await store.write { transaction in
          let changes = try RehearsedContent.write(to: transaction)
          throw RolledBack(picture: changes + (try RehearsedContent.picture(of: transaction)))
        }
      } catch let error as RolledBack {
        done = error.picture
      }
      // 2. Rehearsed.
      let rehearsed = try await store.rehearse { rehearsal in
        let changes = try RehearsedContent.write(to: rehearsal)
        try requireEqual(try RehearsedContent.picture(of: rehearsal.before), before)
        return changes + (try RehearsedContent.picture(of: rehearsal))
      }
      for (found, expected) in zip(rehearsed, done) { try requireEqual(found, expected) }
      try requireEqual(rehearsed.count, done.count)
      try require(rehearsed != before, "the writes are not seen")
      // 3. Nothing of it is left.
      try requireEqual(try await store.read { try RehearsedContent.picture(of: $0) }, before)
      try requireEqual(try await store.latestRevision()?.number, 1)
    },

    FeedStoreCheck("a writer does not wait for a rehearsal, which goes on with what it has seen") {
      store in
      try await store.prepareRehearsals()
      let gate = ThreadGate()
      async let seen = store.rehearse { rehearsal in
        _ = try rehearsal.upsert(try TestContent.topic(30))
        let before = try RehearsedContent.picture(of: rehearsal)
        gate.pass()
        try requireEqual(try RehearsedContent.picture(of: rehearsal), before)
        return try rehearsal.latestRevision()?.number
      }
      await gate.untilReached()
      let revision = try await store.write { transaction in
        _ = try transaction.delete(.featuredTopics, id: 3)
        _ = try transaction.setComposition(#"{"sections":[]}"#, of: "home")
      }
      gate.open()
      try requireEqual(revision?.number, 2)
      try requireEqual(try await seen, 1)
      try require(!gate.isOverdue, "the writer has waited for the rehearsal")
      try requireEqual(try await store.item(of: .featuredTopics, id: 30), nil)
    },

    FeedStoreCheck("a rehearsal reads the items of kinds that it defines otherwise") { store in
      try await store.prepareRehearsals()
      let proposal = try RehearsedContent.shops(
        #"{"name":"label","type":"text","renamed_from":"name","localized":true}"#,
        #"{"name":"floor","type":"integer","default":3}"#)
      let again = try RehearsedContent.shops(
        #"{"name":"label","type":"text","localized":true}"#,
        #"{"name":"floor","type":"integer","default":3}"#)
      let (before, after) = try await store.rehearse { rehearsal in
        let old = try requireValue(try rehearsal.kinds()["shops"])
        let written = ContentItem(
          kind: old, id: 9, values: [.text("Nine"), .null, .null, .boolean(true), .list([]), .null])
        _ = try rehearsal.upsert(written)
        try rehearsal.define(try KindChange(from: old, to: proposal))
        let new = try requireValue(try rehearsal.kinds()["shops"])
        try requireEqual(new.fields.map(\.name), ["label", "floor"])
        let items = try [1, 9, 10].map { try rehearsal.item(of: new, id: $0)?.content.values }
        // Who has the former definition does not read.
        do {
          _ = try rehearsal.item(of: old, id: 1)
          throw FeedStoreFailure(description: "the former definition is read")
        } catch StoreError.kindChanged("shops") {}
        try rehearsal.remove(new)
        try requireEqual(try rehearsal.kinds()["shops"], nil)
        try rehearsal.define(try KindChange(from: nil, to: again))
        try requireEqual(try rehearsal.kinds()["shops"], new)
        // It is another kind, whose items are none of the stored ones.
        try requireEqual(try rehearsal.item(of: new, id: 1) == nil, true)
        try requireEqual(try rehearsal.nextID(of: new), 10)
        return (try rehearsal.before.kinds()["shops"]?.fields.count, items)
      }
      try requireEqual(before, 6)
      try requireEqual(after, [[.text("One"), .integer(3)], [.text("Nine"), .integer(3)], nil])
    },

    FeedStoreCheck("names what was written after a place, hidden items too") { store in
      try await store.prepareRehearsals()
      let place = try await store.read { try $0.writePlace() }
      let nothing = try await store.read { try $0.writtenSubjects(after: place) }
      try requireEqual(nothing.items, [])
      try requireEqual(nothing.releases, [])
      try requireEqual(nothing.intersects([.item("featured_topics", 1)]), false)
      try await store.write { transaction in
        try transaction.define(
          try KindChange(
            from: try transaction.kinds()["shops"],
            to: RehearsedContent.shops(#"{"name":"name","type":"text"}"#)))
        _ = try transaction.save(
          TestContent.topic(3), window: Window(isDraft: true), by: .commandLine)
        _ = try transaction.delete(.featuredTopics, id: 2)
        _ = try transaction.setComposition(#"{"sections":[]}"#, of: "other")
        let release = try transaction.prepareRelease(name: "a", publishAt: nil, by: .commandLine)
        try requireEqual(release.id, 1)
      }
      let written = try await store.read { try $0.writtenSubjects(after: place) }
      try requireEqual(written.ids(of: "featured_topics"), [2, 3])
      try requireEqual(written.feeds, ["other"])
      try requireEqual(written.definitions, ["shops"])
      try requireEqual(written.releases, [1])
      try requireEqual(written.wholeKinds, [])
      try requireEqual(written.includes(.composition("other")), true)
      try requireEqual(written.includes(.composition("home")), false)
      try requireEqual(written.includesItem(of: "recent_news"), false)
      let after = try await store.read { try $0.writePlace() }
      try requireEqual(after.revision, 2)
      try requireEqual(try await store.read { try $0.writtenSubjects(after: after) }.releases, [])
      // Of very many items, the kind is named.
      let many = RevisionChanges.maximumItemCount + 1
      let stage = try await store.stage()
      try await stage.add((1...many).map { StagedItem(try TestContent.banner($0).item) })
      _ = try await stage.commit(at: SampleContent.committedAt, by: .program, isDryRun: false)
      let whole = try await store.read { try $0.writtenSubjects(after: after) }
      try requireEqual(whole.wholeKinds, ["campaign_banners"])
      try requireEqual(whole.ids(of: "campaign_banners"), nil)
      try requireEqual(whole.includes(.item("campaign_banners", many + 7)), true)
    },
  ]
}

/// Rolls a transaction back, and carries what was read in it.
private struct RolledBack: Error {
  let picture: [String]
}

/// Content of all sorts, writes of all sorts, and what can be read of them.
private enum RehearsedContent {
  static func shops(_ fields: String...) throws -> KindProposal {
    try KindProposal(
      reading: JSONTree(
        parsing: Array(#"{"kind":"shops","fields":[\#(fields.joined(separator: ","))]}"#.utf8)))
  }

  static func shops() throws -> KindProposal {
    try shops(
      #"{"name":"name","type":"text","localized":true}"#,
      #"{"name":"topic","type":"reference","kind":"featured_topics","required":false}"#,
      #"{"name":"price","type":"number","required":false}"#, #"{"name":"open","type":"boolean"}"#,
      #"{"name":"tags","type":"list","of":"text"}"#,
      #"{"name":"opened","type":"date","required":false}"#)
  }

  static func shop(
    _ id: Int, _ name: String, topic: Int? = nil, price: Double? = nil, tags: [String] = [],
    opened: Timestamp? = nil, in kind: ContentKind
  ) -> ContentItem {
    ContentItem(
      kind: kind, id: id,
      values: [
        .text(name), topic.map(FieldValue.integer) ?? .null, price.map(FieldValue.number) ?? .null,
        .boolean(id.isMultiple(of: 2)), .list(tags.map(FieldValue.text)),
        opened.map(FieldValue.date) ?? .null,
      ])
  }

  static func moment(_ hours: Int) -> Timestamp {
    Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 3_600_000 * hours)
  }

  static func topic(_ id: Int, _ title: String, rating: Double = 3, hours: Int = 0) throws
    -> ContentItem
  {
    var topic = try TestContent.topic(id)
    (topic.title, topic.rating, topic.publishedAt) = (title, rating, moment(hours).text)
    return topic.item
  }

  static func ios() throws -> Targeting { try requireValue(Targeting(platforms: ["ios"])) }

  // MARK: Writing

  /// - Returns: the changes.
  static func write(to writer: any ContentWriter) throws -> [String] {
    var changes: [Any] = []
    let shops = try requireValue(try writer.kinds()["shops"])
    let en = try requireValue(LocaleTag("en"))
    // 1. Items: changed, as they are, new, translated, looking alike, and new once more.
    for item in [
      try topic(3, "rice cooker", rating: 0.1 + 0.2, hours: -3), try topic(4, "Topic 4", hours: 4),
      try topic(20, "A rice field", rating: 4, hours: 2), try topic(20, "A rice field", hours: 2),
      try topic(21, "' OR 1=1 -- ?", hours: 1),
      try topic(5, "Topic 5", hours: 5).translated([("title", en, "Rice in English")]),
      try topic(6, "cafe\u{301}", hours: 6), try topic(22, "写真", hours: 9),
    ] { changes.append(try writer.upsert(item)) }
    changes.append(try writer.upsert(shop(1, "One", topic: 20, price: 1.5, tags: ["a"], in: shops)))
    changes.append(try writer.upsert(shop(4, "Four", topic: 1, opened: moment(1), in: shops)))
    // 2. Items that go, and one that comes back.
    for id in [2, 20, 99] { changes.append(try writer.delete(.featuredTopics, id: id)) }
    changes.append(try writer.upsert(try topic(2, "Back", hours: 2)))
    changes.append(try writer.delete(shops, id: 3))
    // 3. Windows.
    for (id, window) in [
      (4, Window(isDraft: true)), (5, Window(publishAt: moment(1), unpublishAt: moment(3))),
      (6, Window(when: try ios())), (1, .always), (21, Window(unpublishAt: moment(-1))),
    ] { changes.append(try writer.setWindow(window, of: .featuredTopics, id: id)) }
    changes.append(try writer.nextID(of: .featuredTopics) as Any)
    changes.append(try writer.nextID(of: shops) as Any)
    // 4. Compositions.
    changes.append(try writer.setComposition(#"{"sections":[]}"#, of: "home"))
    changes.append(try writer.setComposition(#"{"sections":[],"spacing":4}"#, of: "winter"))
    changes.append(try writer.setComposition(#"{"sections":[],"spacing":4}"#, of: "winter"))
    changes.append(try writer.removeComposition(of: "summer"))
    changes.append(try writer.removeComposition(of: "nowhere"))
    // 5. References.
    for id in [1, 20, 21] {
      changes.append(try writer.referrer(to: .featuredTopics, id: id) as Any)
    }
    return changes.map { "\($0)" }
  }

  // MARK: Reading

  private static let topicQueries: [[String: String]] = [
    [:], ["sort": "-published_at"], ["sort": "published_at,-id"], ["sort": "title"],
    ["sort": "-rating,title"], ["rating.gte": "3"], ["rating": "0.30000000000000004"],
    ["title.ne": "Topic 4", "sort": "-id"], ["title.gt": "a"], ["q": "rice"], ["q": "ri"],
    ["q": "写"], ["q": "rice", "sort": "-published_at"], ["published_at.lt": moment(3).rfc3339],
    ["id.lte": "5", "sort": "-title"], ["title": "' OR 1=1 -- ?"],
  ]
  private static let shopQueries: [[String: String]] = [
    [:], ["sort": "-price"], ["sort": "price"], ["topic": "1"], ["topic.ne": "1"],
    ["price.gt": "1"], ["open": "true"], ["tags": "a"], ["sort": "-opened"], ["q": "on"],
  ]

  /// Everything that can be read, as texts.
  static func picture(of reader: any ContentReader) throws -> [String] {
    var lines: [String] = []
    let shops = try requireValue(try reader.kinds()["shops"])
    for (kind, queries) in [(ContentKind.featuredTopics, topicQueries), (shops, shopQueries)] {
      for parameters in queries {
        let name = "\(kind.name) \(parameters.sorted { $0.key < $1.key })"
        let query = try ContentQuery(parameters: parameters, for: kind)
        for query in [query, query.read(in: try requireValue(LocaleTag("en")))] {
          lines += try Self.lines(of: query, kind, in: reader).map { "\(name): \($0)" }
        }
      }
      for id in 0...24 {
        let item = AuditJSON.text(try reader.previousItem(of: kind, id: id))
        lines.append("\(kind.name)/\(id): \(item ?? "-")")
      }
      lines.append("\(kind.name): \(try reader.locales(of: kind, visibility: nil))")
    }
    lines.append("\(try reader.composedFeeds())")
    for feed in ["home", "summer", "winter", "nowhere"] {
      lines.append("\(feed): \(try reader.compositionDocument(of: feed) ?? "-")")
    }
    return lines
  }

  private static func lines(
    of query: ContentQuery, _ kind: ContentKind, in reader: any ContentReader
  ) throws -> [String] {
    var lines: [String] = []
    let visibilities: [Visibility?] = [
      nil, Visibility(at: moment(0)), Visibility(at: moment(2), includesDrafts: true),
      Visibility(at: moment(2), meeting: .only([try ios()])),
    ]
    for visibility in visibilities {
      let items = try reader.items(
        of: kind, matching: query, visibility: visibility, after: nil, limit: 100)
      let found = items.map { "\($0.content.id) \(AuditJSON.text(.item($0)) ?? "-")" }
      lines.append(found.joined(separator: ", "))
      let ids = try reader.ids(of: kind, matching: query, visibility: visibility, limit: 3)
      try requireEqual(ids, Array(items.map(\.content.id).prefix(3)))
      let counted = try reader.countedItems(
        of: kind, matching: query, visibility: visibility, limit: 2)
      try requireEqual(counted.items.map(\.content), Array(items.map(\.content).prefix(2)))
      try requireEqual(counted.count, items.count)
      try requireEqual(
        try reader.count(of: kind, matching: query, visibility: visibility), items.count)
      if let second = items.dropFirst().first {
        let rest = try reader.items(
          of: kind, matching: query, visibility: visibility,
          after: ListPosition(behind: second.content, in: query), limit: 100)
        try requireEqual(rest.map(\.content), Array(items.map(\.content).dropFirst(2)))
      }
    }
    for visibility in visibilities {
      guard let visibility else { continue }
      let shown = try reader.shownIDs(of: kind, among: Array(1...9), visibility: visibility)
      lines.append("\(shown.sorted())")
    }
    let boundaries = try reader.targetedBoundaries(of: kind, matching: query, after: moment(0))
    lines.append("\(boundaries.map { "\($0.key.canonicalText) \($0.value.rfc3339)" }.sorted())")
    let visibility = Visibility(at: moment(0), meeting: .all)
    let next = try reader.nextBeginning(of: kind, matching: query, after: visibility, upTo: nil)
    lines.append("\(next?.rfc3339 ?? "-")")
    let conditions = try reader.conditions(
      of: kind, matching: query, at: moment(2), includesDrafts: false)
    lines.append("\(conditions.map(\.canonicalText).sorted())")
    return lines
  }
}

extension ContentQuery {
  /// This query for a reader in `locale`.
  fileprivate func read(in locale: LocaleTag) -> ContentQuery {
    var query = self
    query.lookup = [locale]
    return query
  }
}

extension FeedStore {
  /// Writes the content that is rehearsed with, in one revision.
  fileprivate func prepareRehearsals() async throws {
    let proposal = try RehearsedContent.shops()
    try await write { transaction in
      for id in 1...8 {
        _ = try transaction.upsert(try RehearsedContent.topic(id, "Topic \(id)", hours: id))
      }
      _ = try transaction.setWindow(
        Window(publishAt: RehearsedContent.moment(5)), of: .featuredTopics, id: 7)
      _ = try transaction.setWindow(
        Window(when: try RehearsedContent.ios()), of: .featuredTopics, id: 8)
      try transaction.define(try KindChange(from: nil, to: proposal))
      let shops = try requireValue(try transaction.kinds()["shops"])
      for (id, name) in [(1, "One"), (2, "Two"), (3, "Three")] {
        _ = try transaction.upsert(
          RehearsedContent.shop(
            id, name, topic: id == 2 ? 1 : nil, price: Double(id), tags: ["b"],
            opened: RehearsedContent.moment(-id), in: shops))
      }
      _ = try transaction.setComposition(
        #"{"sections":[{"id":"t","kind":"featured_topics","title":"T"}]}"#, of: "home")
      _ = try transaction.setComposition(#"{"sections":[]}"#, of: "summer")
    }
  }
}
