import FeedEntities
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport

/// Random writes of everything that screens depend on, the same for the same seed.
struct RandomHistory {
  static let feeds = ["home", "side"]
  private static let itemCount = 7
  private static let pictures = (1...3).map { "https://example.com/\($0).jpg" }
  /// How far the clock of the server may be ahead that writes a revision from the future, in seconds.
  private static let clockError = 3_600

  private var random: SeededGenerator
  private var number = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A number below `count`.
  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// The first content: two feeds, some items, and photos.
  mutating func begin(in store: any FeedStore, at clock: TestClock) async throws {
    let documents = [composition(), composition()]
    _ = try await store.write(at: clock.now) { transaction in
      for (feed, document) in zip(Self.feeds, documents) {
        _ = try transaction.setComposition(document, of: feed)
      }
      for id in 1...Self.itemCount {
        _ = try transaction.upsert(TestContent.photo(id, width: 100 + id))
        _ = try transaction.upsert(TestContent.topic(id))
      }
      for photo in 1...2 { _ = try transaction.add(TestPhotos.photo(photo)) }
    }
  }

  /// Writes something, which may change nothing.
  mutating func write(to store: any FeedStore, at clock: TestClock) async throws {
    number += 1
    clock.set(clock.now.later(seconds: number(below: 40)))
    let body: @Sendable (any ContentTransaction) throws -> Void
    switch number(below: 100) {
    case 0..<35: body = try itemEdit()
    case 35..<55: body = windowEdit(at: clock.now)
    case 55..<62:
      let (kind, id) = (kind(), 1 + number(below: Self.itemCount))
      body = { _ = try $0.delete(kind, id: id) }
    case 62..<74:
      let (document, feed) = (composition(), Self.feeds[number(below: 2)])
      body = { _ = try $0.setComposition(document, of: feed) }
    case 74..<77: body = { _ = try $0.removeComposition(of: "side") }
    case 77..<86: body = photoEdit()
    case 86..<88: body = try kindEdit(of: await store.kinds())
    case 88..<89: body = try designEdit()
    case 89..<92:
      let stage = try await store.stage()
      try await stage.add(
        try (1...50).map { StagedItem(try TestContent.banner($0, campaign: number).item) })
      _ = try await stage.commit(at: clock.now, by: .program, isDryRun: false)
      return
    case 92..<94:
      // A clock that is ahead has written something; then a server corrects it.
      let edit = try itemEdit()
      _ = try await store.write(at: clock.now.later(seconds: Self.clockError), edit)
      _ = try await store.applyBoundaries(at: clock.now)
      return
    default:
      clock.set(clock.now.later(seconds: 90))
      _ = try await store.applyBoundaries(at: clock.now)
      return
    }
    _ = try await store.write(at: clock.now, body)
  }

  private mutating func kind() -> ContentKind {
    number(below: 2) == 0 ? .pickupPhotos : .featuredTopics
  }

  /// Another width, picture or text of an item, or other translations of it.
  private mutating func itemEdit() throws -> @Sendable (any ContentTransaction) throws -> Void {
    let (kind, id) = (kind(), 1 + number(below: Self.itemCount))
    let locale = ["en", "en", "en-GB", "de", "fr"][number(below: 5)]
    let text = ["One", "Two", nil][number(below: 3)]
    let (width, isTranslated) = (100 + number(below: 6), number(below: 2) == 0)
    var photo = try TestContent.photo(id, width: width)
    photo.photoURL = Self.pictures[number(below: Self.pictures.count)]
    let new = kind == .pickupPhotos ? photo.item : try TestContent.topic(id).item
    return { transaction in
      let item = try transaction.item(of: kind, id: id)?.content ?? new
      _ = try transaction.upsert(isTranslated ? item.translated("title", locale, text) : new)
    }
  }

  private mutating func condition() throws -> Targeting? {
    switch number(below: 5) {
    case 0: try Targeting(reading: #"{"platforms":["ios"]}"#.utf8)
    case 1: try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
    default: nil
    }
  }

  private mutating func windowEdit(
    at now: Timestamp
  ) -> @Sendable (any ContentTransaction) throws -> Void {
    let (kind, id) = (kind(), 1 + number(below: Self.itemCount))
    let begin = now.later(seconds: number(below: 180) - 60)
    let end = now.later(seconds: 121 + number(below: 180))
    let when = try? condition()
    let windows = [
      Window(when: when), Window(publishAt: begin, when: when),
      Window(unpublishAt: end, when: when), Window(isDraft: true),
      Window(publishAt: begin, unpublishAt: end, when: when), .always,
    ]
    let window = windows[number(below: windows.count)]
    return { _ = try $0.setWindow(window, of: kind, id: id) }
  }

  private mutating func photoEdit() -> @Sendable (any ContentTransaction) throws -> Void {
    let photo = TestPhotos.photo(1 + number(below: 2))
    let (text, address) = ("photo \(number)", Self.pictures[number(below: Self.pictures.count)])
    if number(below: 2) == 0 { return { _ = try $0.setPhoto(photo.id, assignedTo: address) } }
    return { _ = try $0.describe(photo.id, as: PhotoDescription(alt: text)) }
  }

  /// Another title or field of a kind that sections show.
  private mutating func kindEdit(
    of kinds: ContentKinds
  ) throws -> @Sendable (any ContentTransaction) throws -> Void {
    let old = kinds["shops"]
    let field = number(below: 2) == 0 ? #",{"name":"area","type":"text","required":false}"# : ""
    let text = """
      {"kind":"shops","title":"Shops \(number)",
       "fields":[{"name":"title","type":"text"}\(field)],"roles":{"headline":"title"}}
      """
    let change = try KindChange(
      from: old, to: KindProposal(reading: JSONTree(parsing: Data(text.utf8))))
    return { try $0.define(change) }
  }

  /// Another cell or theme, or one less.
  private mutating func designEdit() throws -> @Sendable (any ContentTransaction) throws -> Void {
    let cell = try TestDesigns.cell("pin", lines: 1 + number(below: 2))
    let theme = try TestDesigns.theme("night", label: ["#112233", "#332211"][number(below: 2)])
    switch number(below: 4) {
    case 0: return { _ = try $0.removeDesign(cell.key) }
    case 1: return { _ = try $0.setDesign(theme) }
    default: return { _ = try $0.setDesign(cell) }
    }
  }

  private mutating func composition() -> String {
    var sections: [String] = []
    for id in ["one", "two", "three", "four"] where number(below: 4) > 0 {
      sections.append(section(id))
    }
    let theme = number(below: 2) == 0 ? #""theme":"night","# : ""
    return
      #"{\#(theme)"spacing":\#(8 * number(below: 3)),"sections":[\#(sections.joined(separator: ","))]}"#
  }

  private mutating func section(_ id: String) -> String {
    let kinds = ["pickup_photos", "featured_topics", "campaign_banners"]
    let kind = kinds[number(below: 3)]
    var members = [
      #""id":"\#(id)","kind":"\#(kind)","title":"\#(number(below: 3))""#,
      #""limit":\#(1 + number(below: 5))"#,
    ]
    let layouts = ["uniform_grid", "list", "shelf", "snap_carousel"]
    if number(below: 3) > 0 {
      members.append(#""layout":{"type":"\#(layouts[number(below: layouts.count)])"}"#)
    }
    if number(below: 2) == 0 { members.append(#""cell":"pin""#) }
    if number(below: 4) == 0 { members.append(#""title@en":"\#(number(below: 3)) en""#) }
    switch number(below: 4) {
    case 0: members.append(#""source":{"pinned":[2,1,6,3]}"#)
    case 1: members.append(#""source":{"query":{"sort":"-id"}}"#)
    case 2 where kind == "pickup_photos":
      members.append(
        #""source":{"query":{"filter":{"photo_width.gte":"103"},"sort":"-photo_width"}}"#)
    default: break
    }
    if let when = try? condition() { members.append(#""when":\#(when.canonicalText)"#) }
    return "{\(members.joined(separator: ","))}"
  }
}
