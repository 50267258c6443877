import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport

/// Prepared feeds to test documents with.
enum Feeds {
  static let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
  /// Days in Tokyo, and addresses of pictures without a server.
  static let publishing = ItemPublishing(
    timeZone: tokyo, pictures: PictureAddresses(server: "", secret: Array("secret".utf8)),
    pages: PageAddresses(secret: Array("secret".utf8)))
  /// A moment that no document should show when there is content.
  static let now = Timestamp(Date(timeIntervalSince1970: 1_800_000_000))

  /// `composition` with the first of `items` in each section, as of `revision` or, before the first
  /// one, of `now`; kinds in `unreadable` fail. Layouts are checked for `viewports`.
  static func prepared(
    _ composition: Composition, _ items: [ContentKind: [ContentItem]], revision: Int? = 1,
    unreadable: [ContentKind: StoreError] = [:], now: Timestamp = now,
    checking viewports: [Viewport] = []
  ) -> Feed {
    let moment = revision == nil ? now : SampleContent.committedAt
    return Feed(
      composition, revision: revision ?? 0, visibility: Visibility(at: moment),
      publishing: publishing, checking: viewports
    ) { section in
      if let error = unreadable[section.kind] { throw error }
      return Feed.ShownItems(
        items: Array(items[section.kind, default: []].prefix(section.limit)))
    }
  }

  /// `composition` with the sample content.
  static func samples(
    _ composition: Composition = .home, checking viewports: [Viewport] = []
  ) throws -> Feed {
    prepared(composition, try SampleContent.items(), checking: viewports)
  }

  /// The home screen with `items` of one kind, and nothing else.
  static func home<Entity: ContentEntity>(
    _ items: [Entity], checking viewports: [Viewport] = []
  ) -> Feed {
    prepared(.home, [Entity.kind: items.map(\.item)], revision: 3, checking: viewports)
  }

  /// The served screen of `feed`, at 390 points by default.
  static func published(_ feed: Feed, width: Double = 390) throws -> JSONValue {
    let viewport = try Viewport(width: width)
    return try JSONValue.parse(
      feed.screen(for: viewport).bytes)
  }
}

extension ItemPublishing {
  /// The reader who asks for `tag` alone.
  func readerLocale(for tag: LocaleTag?) -> ReaderLocale {
    readerLocale(for: tag.map { AskedLocales(reading: $0.text) })
  }
}
