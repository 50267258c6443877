import FeedEditing
import FeedModel
import FeedStore
import StrictJSON
import TestSupport

/// Items that are written together, chosen at random among new, changed and unchanged ones.
struct RandomRound {
  let moment: Timestamp
  let author: Author
  /// The items that are removed before, one by one.
  let removed: [(kind: ContentKind, id: Int)]
  /// Each once, after those that it refers to.
  let items: [StagedItem]
  /// Whether one of them refers to an item that is nowhere.
  let isDangling: Bool
  /// The items that somebody else changes once these have been compared with the stored ones.
  let edited: [Int]
}

/// Makes rounds of writes.
struct RandomRounds {
  private var random: SeededGenerator
  private let things: ContentKind
  private var moment = SampleContent.committedAt

  /// The bearer of the first token of a database, who writes some of the rounds.
  static let anna = Identity(tokenID: 1, name: "Anna", role: .editor)

  /// - Parameter things: the kind of ``thingsDefinition``.
  init(seed: UInt64, things: ContentKind) {
    random = SeededGenerator(seed: seed)
    self.things = things
  }

  /// A kind with fields of every type, among them references to its own items.
  static let thingsDefinition = """
    {"kind":"things","fields":[
      {"name":"title","type":"text"},{"name":"note","type":"text","required":false},
      {"name":"site","type":"url"},{"name":"seats","type":"integer"},
      {"name":"score","type":"number"},{"name":"is_open","type":"boolean"},
      {"name":"opened_at","type":"date"},{"name":"area","type":"choice","choices":["海","it's"]},
      {"name":"services","type":"list","of":"text"},
      {"name":"parent","type":"reference","kind":"things","required":false},
      {"name":"topic","type":"reference","kind":"featured_topics","required":false},
      {"name":"photo","type":"photo","required":false}]}
    """

  /// The ids of items that rounds write.
  static let ids = 1...14
  /// The words that searches find in texts.
  static let words = ["coffee", "海", "a%b", "猫"]

  /// The next round, for a store with the items `stored`.
  mutating func next(stored: [ContentKind: [Int: StoredItem]]) -> RandomRound {
    // A clock may be set back.
    moment = Timestamp(
      millisecondsSince1970: moment.millisecondsSince1970
        + Int.random(in: -1_500_000...3_600_000, using: &random))
    var items: [StagedItem] = []
    let removed = removals(among: stored)
    var left = stored
    for (kind, id) in removed { left[kind]?[id] = nil }
    for kind in [.campaignBanners, .featuredTopics, things] {
      for id in Self.ids where isChosen(3, of: 5) {
        let item = item(of: kind, id: id, stored: left)
        left[kind]?[id] = StoredItem(item.content, window: item.window ?? .always)
        items.append(item)
      }
    }
    let isDangling = isChosen(1, of: 5)
    if isDangling {
      let item = item(of: things, id: Self.ids.upperBound + 1, stored: left).content
      let references: [(String, FieldValue)] = [
        ("parent", .integer(999)), ("topic", .integer(999)),
        ("photo", .text(TestPhotos.photo(9).id.description)),
      ]
      let (field, value) = references[Int.random(in: 0..<3, using: &random)]
      items.append(StagedItem(item.setting(field, to: value)))
    }
    return RandomRound(
      moment: moment,
      author: isChosen(1, of: 2) ? .program : .bearer(Self.anna, needing: .editor),
      removed: removed, items: items, isDangling: isDangling,
      edited: isChosen(1, of: 2) ? Self.ids.filter { _ in isChosen(1, of: 4) } : [])
  }

  private mutating func isChosen(_ count: Int, of total: Int) -> Bool {
    Int.random(in: 0..<total, using: &random) < count
  }

  /// Stored items that no other item refers to.
  private mutating func removals(
    among stored: [ContentKind: [Int: StoredItem]]
  ) -> [(kind: ContentKind, id: Int)] {
    let all = stored[things]?.values.map(\.content) ?? []
    return [ContentKind.campaignBanners, .featuredTopics, things].flatMap { kind in
      (stored[kind]?.keys.sorted() ?? []).filter { id in
        let isReferredTo = all.contains { other in
          kind == things && other.id != id && other["parent"] == .integer(id)
            || kind == .featuredTopics && other["topic"] == .integer(id)
        }
        return !isReferredTo && isChosen(1, of: 8)
      }.map { (kind, $0) }
    }
  }

  private mutating func item(
    of kind: ContentKind, id: Int, stored: [ContentKind: [Int: StoredItem]]
  ) -> StagedItem {
    let before = stored[kind]?[id]
    var content =
      before?.content
      ?? ContentItem(
        kind: kind, id: id, values: kind.fields.map { value(of: $0, in: id, stored: stored) })
    if before != nil, isChosen(1, of: 2) {
      for field in kind.fields where isChosen(1, of: 3) {
        content = content.setting(field.name, to: value(of: field, in: id, stored: stored))
      }
    }
    let window: Window? =
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: nil
      case 2: before?.window
      case 3: .always
      default:
        Window(
          isDraft: isChosen(1, of: 3), publishAt: boundary(), unpublishAt: boundary(),
          when: isChosen(1, of: 3)
            ? Targeting(platforms: isChosen(1, of: 2) ? ["ios"] : ["web"]) : nil)
      }
    return StagedItem(content, window: window)
  }

  /// A moment that comes during one of the rounds, or has come.
  private mutating func boundary() -> Timestamp? {
    guard isChosen(1, of: 2) else { return nil }
    return Timestamp(
      millisecondsSince1970: moment.millisecondsSince1970
        + Int.random(in: -3_600_000...7_200_000, using: &random))
  }

  private mutating func value(
    of field: ContentField, in id: Int, stored: [ContentKind: [Int: StoredItem]]
  ) -> FieldValue {
    if field.isNullable, isChosen(1, of: 3) { return .null }
    switch type(of: field.type).name {
    case "integer":
      let integers = [1, 2, 3, -4_000_000_000, 9_007_199_254_740_991]
      return .integer(integers[Int.random(in: integers.indices, using: &random)])
    case "number":
      let numbers = [0, 0.1 + 0.2, 2, 4.999_999_999_999_999]
      return .number(numbers[Int.random(in: numbers.indices, using: &random)])
    case "boolean": return .boolean(isChosen(1, of: 2))
    case "url": return .text("https://example.com/\(Int.random(in: 0..<9, using: &random))")
    case "date": return .date(moment)
    case "choice": return .text(isChosen(1, of: 2) ? "海" : "it's")
    case "list":
      return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in .text(text()) })
    case "reference":
      let name = field.type.referencedKind
      let known = stored.first { $0.key.name == name }?.value.keys.sorted() ?? []
      let own = name == things.name ? [id] : []
      return (known + own).randomElement(using: &random).map { .integer($0) } ?? .null
    case "photo":
      return .text(TestPhotos.photo(Int.random(in: 1...3, using: &random)).id.description)
    default: return .text(text())
    }
  }

  private mutating func text() -> String {
    let words =
      Self.words + ["'; DROP TABLE kinds; --", "null", "", "\u{1}b", "\"\n,", "caf\u{E9}"]
    return (0..<Int.random(in: 0...3, using: &random)).map { _ in
      words.randomElement(using: &random) ?? ""
    }.joined(separator: " ")
  }
}

extension ContentItem {
  /// The item with another value in the field called `name`.
  fileprivate func setting(_ name: String, to value: FieldValue) -> ContentItem {
    let values = zip(kind.fields, values).map { $0.name == name ? value : $1 }
    return ContentItem(kind: kind, id: id, values: values)
  }
}
