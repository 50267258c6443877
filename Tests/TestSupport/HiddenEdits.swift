import FeedEntities
package import FeedModel
package import FeedStore

/// Random edits of what others see, or nobody, and of what everybody sees, the same for the same seed.
///
/// Hidden are drafts, what has ended, what is for clients on Android, texts of these in any locale, releases that are
/// prepared, and what is said of photos that only these show.
package struct HiddenEdits {
  /// Who may be told of an edit.
  package enum Audience: Sendable {
    /// Nobody: it has no keys.
    case nobody
    /// Clients on Android: something is another variant.
    case android
  }

  package typealias Write = @Sendable (any ContentTransaction) throws -> Void

  package static let feeds = ["home", "side"]
  private static let android = #"{"platforms":["android"]}"#
  private static let picture = "https://example.com/hidden.jpg"
  /// Locales that only hidden texts are in, and one that readers are served in.
  private static let locales = ["de", "fr", "ko"]

  private var random: SeededGenerator
  private var number = 0
  // What everybody sees of compositions.
  private var (title, limit) = (0, 3)
  // What is hidden in compositions.
  private var (androidTitle, androidPlace) = (0, 0)
  private var drafts: [(place: Int, text: String)] = []
  private var pins: [Int] = []

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(below count: Int) -> Int {
    Int.random(in: 0..<count, using: &random)
  }

  private mutating func kind() -> ContentKind {
    number(below: 2) == 0 ? .pickupPhotos : .featuredTopics
  }

  private static func condition(_ text: String) throws -> Targeting {
    try Targeting(reading: text.utf8)
  }

  private static func tag(_ text: String) throws -> LocaleTag { try requireValue(LocaleTag(text)) }

  // MARK: - What is there

  /// The first content. Of each condition there is an item, so that hidden edits bring no new one.
  package mutating func begin(in store: any FeedStore, at clock: TestClock) async throws {
    let (home, side) = (composition(of: "home"), composition(of: "side"))
    try await store.write(at: clock.now) { transaction in
      for kind in [ContentKind.pickupPhotos, .featuredTopics] {
        for id in 10...99 { _ = try transaction.delete(kind, id: id) }
      }
      for id in 1...9 { _ = try transaction.upsert(TestContent.photo(id, width: 100 + id)) }
      for id in 1...6 { _ = try transaction.upsert(TestContent.topic(id)) }
      _ = try transaction.upsert(
        TestContent.topic(2).item.translated([("title", Self.tag("en"), "Two")]))
      let conditions = [
        #"{"platforms":["ios"]}"#, #"{"audiences":["members"]}"#, Self.android,
        #"{"share":{"from":0,"to":0.5,"salt":"spring"}}"#,
      ]
      for (id, text) in zip(20..., conditions) {
        let window = Window(when: try Self.condition(text))
        _ = try transaction.upsert(TestContent.photo(id, width: 200 + id))
        _ = try transaction.setWindow(window, of: .pickupPhotos, id: id)
        _ = try transaction.upsert(TestContent.topic(id))
        _ = try transaction.setWindow(window, of: .featuredTopics, id: id)
      }
      for photo in 1...2 { _ = try transaction.add(TestPhotos.photo(photo)) }
      _ = try transaction.setPhoto(TestPhotos.photo(2).id, assignedTo: Self.picture)
      _ = try transaction.setComposition(home, of: "home")
      _ = try transaction.setComposition(side, of: "side")
    }
  }

  /// The composition of a feed, with what is hidden in it.
  private func composition(of feed: String) -> String {
    var sections =
      feed == "home"
      ? [
        """
        {"id":"photos","kind":"pickup_photos","title":"\(title)","limit":\(limit),
         "layout":{"type":"uniform_grid"},"source":{"query":{"sort":"id"}}}
        """,
        """
        {"id":"topics","kind":"featured_topics","title":"Topics","title@en":"Topics \(title)",
         "limit":4,"layout":{"type":"shelf"}}
        """,
        """
        {"id":"pins","kind":"pickup_photos","title":"Pins","limit":2,"layout":{"type":"list"},
         "source":{"pinned":[\(([3, 1] + pins + [5, 2]).map(String.init).joined(separator: ","))]}}
        """,
        """
        {"id":"ios","kind":"featured_topics","title":"Apps","limit":2,
         "when":{"platforms":["ios"]}}
        """,
      ]
      : [
        """
        {"id":"wide","kind":"pickup_photos","title":"Wide","limit":\(limit),
         "layout":{"type":"staggered_grid"},"source":{"query":{"sort":"-photo_width"}}}
        """
      ]
    sections.insert(
      """
      {"id":"android","kind":"featured_topics","title":"Android \(androidTitle)",
       "title@fr":"\(androidTitle)","limit":\(1 + androidTitle % 3),"when":\(Self.android)}
      """, at: min(androidPlace, sections.count))
    // Drafts come last, so that they do not change the order of the sections that are shown.
    for draft in drafts { sections.insert(draft.text, at: min(draft.place, sections.count)) }
    return #"{"spacing":8,"sections":[\#(sections.joined(separator: ","))]}"#
  }

  // MARK: - What everybody sees

  /// An edit that everybody sees.
  package mutating func visible() throws -> Write {
    number += 1
    let id = 1 + number(below: 6)
    switch number(below: 4) {
    case 0:
      let photo = try TestContent.photo(id, width: 100 + number(below: 50))
      return { _ = try $0.upsert(photo) }
    case 1:
      var topic = try TestContent.topic(id)
      topic.title = "Topic \(number)"
      let item =
        number(below: 2) == 0
        ? topic.item.translated([("title", try Self.tag("en"), "T")]) : topic.item
      return { _ = try $0.upsert(item) }
    case 2:
      (title, limit) = (title + 1, 2 + number(below: 3))
      return compose()
    default:
      return { transaction in
        let photo = try TestContent.photo(id, width: 100)
        _ =
          try transaction.delete(.pickupPhotos, id: id) == .unchanged
          ? transaction.upsert(photo) : .unchanged
      }
    }
  }

  private func compose() -> Write {
    let documents = Self.feeds.map { ($0, composition(of: $0)) }
    return { transaction in
      for (feed, document) in documents { _ = try transaction.setComposition(document, of: feed) }
    }
  }

  // MARK: - What is hidden

  /// An edit that nobody sees, or clients on Android alone.
  package mutating func hidden(at now: Timestamp) throws -> (Write, Audience) {
    number += 1
    switch number(below: 12) {
    case 0...1: return (try item(40 + number(below: 4), Window(isDraft: true)), .nobody)
    case 2:
      let ended = Window(unpublishAt: now.later(seconds: -3_600))
      return (try item(50 + number(below: 3), ended), .nobody)
    case 3...4:
      return (try item(60 + number(below: 3), Window(when: Self.condition(Self.android))), .android)
    case 5:
      // It begins, or ends, while others look.
      let begin = now.later(seconds: 20 + number(below: 60))
      let end = begin.later(seconds: 1 + number(below: 60))
      let when = try Self.condition(Self.android)
      return (
        try item(
          65 + number(below: 3),
          number(below: 2) == 0
            ? Window(publishAt: begin, unpublishAt: end, when: when)
            : Window(unpublishAt: end, when: when)), .android
      )
    case 6:
      let (kind, id) = (kind(), [40, 41, 50, 60, 65][number(below: 5)])
      return ({ _ = try $0.delete(kind, id: id) }, id < 60 ? .nobody : .android)
    case 7:
      drafts = (0..<number(below: 4)).map { (number(below: 6), draft($0)) }
      return (compose(), .nobody)
    case 8:
      (androidTitle, androidPlace) = (androidTitle + 1, number(below: 6))
      return (compose(), .android)
    case 9:
      // Of pinned items, those that nobody sees.
      pins = Array([40, 41, 50, 51].shuffled(using: &random).prefix(number(below: 4)))
      return (compose(), .nobody)
    case 10:
      let text = "photo \(number)"
      return (
        { _ = try $0.describe(TestPhotos.photo(2).id, as: PhotoDescription(alt: text)) }, .android
      )
    default:
      let name = "release \(number)"
      return (
        { transaction in
          var release = try transaction.addRelease(
            name: name, note: "", publishAt: now.later(seconds: 86_400), actor: .commandLine)
          release.operations = #"[{"op":"delete","kind":"pickup_photos","id":1}]"#
          try transaction.update(release)
        }, .nobody
      )
    }
  }

  /// Another text, width, picture or translation of an item with `window`.
  private mutating func item(_ id: Int, _ window: Window) throws -> Write {
    let kind = kind()
    var photo = try TestContent.photo(id, width: 100 + number(below: 400))
    var topic = try TestContent.topic(id)
    topic.title = "Hidden \(number)"
    if number(below: 3) == 0 { (photo.photoURL, topic.thumbnailURL) = (Self.picture, Self.picture) }
    let locale = try Self.tag(Self.locales[number(below: Self.locales.count)])
    let item = (kind == .pickupPhotos ? photo.item : topic.item)
      .translated(number(below: 3) > 0 ? [("title", locale, "Hidden \(number)")] : [])
    return { transaction in
      _ = try transaction.upsert(item)
      _ = try transaction.setWindow(window, of: kind, id: id)
    }
  }

  private mutating func draft(_ place: Int) -> String {
    let windows = [
      #"{"draft":true}"#, #"{"unpublish_at":"2020-01-01T00:00:00Z"}"#,
      #"{"draft":true,"publish_at":"2099-01-01T00:00:00Z"}"#,
    ]
    let kind = ["pickup_photos", "featured_topics", "recent_news"][number(below: 3)]
    return """
      {"id":"draft_\(place)","kind":"\(kind)","title":"\(number)","title@de":"Neu \(number)",
       "window":\(windows[number(below: 3)])}
      """
  }
}
