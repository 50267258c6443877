import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import StrictJSON
import TestSupport

/// The bytes of every sort of document that a server makes of what is in service, or of a former revision.
///
/// Entity tags are hashes of the bytes, so equal bytes have equal tags.
struct ServedDocuments {
  /// By what they are: the feed, the variant, the locale, and the rest of the address.
  private(set) var bytes: [String: [UInt8]] = [:]

  private static let locales = ["ja", "en", "en-GB", "de"]
  private static let clients = [
    "ios": ClientFacts(platform: "ios"), "members": ClientFacts(audiences: ["members"]),
    "both": ClientFacts(platform: "ios", audiences: ["members"]),
  ]
  /// Enough for pages behind the screen.
  private static let maximumPageCount = 4

  /// What `server` has in service.
  init(inServiceAt server: TestServer) async throws {
    try await self.init(inServiceBy: server.publisher)
  }

  /// What `publisher` has in service.
  init(inServiceBy publisher: FeedPublisher) async throws {
    guard let publication = publisher.current else { return }
    for feed in publication.feeds.values {
      try await add(feed, nil, of: publisher)
      for (client, facts) in Self.clients {
        guard let variant = publisher.variant(of: feed, for: facts),
          let special = try await publisher.variant(variant.name, of: feed, in: publication)
        else { continue }
        bytes["\(feed.name) name of \(client)"] = Array(variant.name.utf8)
        // The variant of a client that meets nothing is what everybody gets.
        if !special.isIdentical(to: feed) { try await add(special, variant.name, of: publisher) }
      }
    }
  }

  /// The screens of the revision `number`, as `server` finds them in the history.
  init(of number: Int, at server: TestServer) async throws {
    for name in RandomHistory.feeds {
      guard let feed = try await server.publisher.formerFeed(name, at: number) else { continue }
      for reader in Self.readers {
        for (place, traits) in try Self.screens {
          let document = feed.document(for: traits, in: reader).document
          bytes["\(name)@\(reader.tag) \(place)"] = JSONWriter.encode { document.write(to: &$0) }
        }
      }
    }
  }

  /// Those that have another form in `other`, by their names: screens alone if `other` is of a former revision.
  func differences(from other: ServedDocuments) -> [String] {
    Set(bytes.keys).union(other.bytes.keys).filter { bytes[$0] != other.bytes[$0] }.sorted()
  }

  /// The screens for everybody.
  var screens: ServedDocuments {
    var screens = self
    screens.bytes = bytes.filter { $0.key.hasPrefix("side@") || $0.key.hasPrefix("home@") }
    return screens
  }

  static var publishing: ItemPublishing {
    ItemPublishing(
      timeZone: Feeds.tokyo, locales: Locales(locales.compactMap { LocaleTag($0) }),
      pictures: Feeds.publishing.pictures, pages: Feeds.publishing.pages,
      secret: Array("secret".utf8))
  }

  private static var readers: [ReaderLocale] {
    locales.map { publishing.readerLocale(for: LocaleTag($0)) }
  }

  private static var screens: [(String, ScreenTraits)] {
    get throws {
      let narrow = ScreenTraits(try Viewport(width: TestServer.widths[0]))
      let wide = ScreenTraits(try Viewport(width: TestServer.widths[1]))
      return [("320", narrow), ("834", wide), ("320 v1", narrow.drawing(version: 1))]
    }
  }

  private mutating func add(
    _ feed: Feed, _ variant: String?, of publisher: FeedPublisher
  ) async throws {
    let name = feed.name + (variant.map { " \($0)" } ?? "")
    for reader in Self.readers {
      let edition = feed.edition(for: reader, inVariant: variant)
      for (place, traits) in try Self.screens {
        bytes["\(name)@\(reader.tag) \(place)"] = edition.screen(for: traits).bytes
      }
      bytes["\(name) json@\(reader.tag)"] = edition.jsonFeed().bytes
      for section in edition.composition.sections.map(\.id) {
        try await addPages(
          of: section, edition, feed, variant, "\(name) pages@\(reader.tag)", publisher)
      }
    }
  }

  /// The pages of a section from the first one on, behind the screen as well.
  private mutating func addPages(
    of id: String, _ edition: Feed, _ base: Feed, _ variant: String?, _ name: String,
    _ publisher: FeedPublisher
  ) async throws {
    guard let section = edition.section(id) else { return }
    let (feed, limit) = (edition.name, 2)
    let pages = publisher.pages(ofVariant: variant, of: base)
    let address = { (cursor: SectionCursor) in
      try pages.page(at: cursor, of: id, in: feed, limit: limit)
    }
    var document = try edition.firstPage(
      of: section, for: Self.screens[0].1, limit: limit, next: address)
    bytes["\(name)/\(id) 0"] = document.bytes
    for number in 1...Self.maximumPageCount {
      guard let next = document.next, let text = next.firstRange(of: "cursor=")?.upperBound,
        let cursor = pages.open(String(next[text...]), of: id, in: feed)
      else { return }
      let following =
        cursor.isBehindScreen
        ? try await publisher.continuation(
          of: id, in: feed, variant: variant, at: cursor, limit: limit)
        : try await publisher.section(
          id, of: feed, variant: variant.map { ($0, base) }, at: cursor)?.page(
            at: cursor, in: publisher.documentLocale(of: cursor), variant: variant, limit: limit,
            next: address)
      guard let following else { return }
      bytes["\(name)/\(id) \(number)"] = following.bytes
      document = following
    }
  }
}
