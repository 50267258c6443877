package import FeedLayout
import FeedModel

/// Everything that is served of one feed at one revision. It never changes.
package final class PublishedFeed: Sendable {
  package let content: PreparedFeed
  /// The failed sections of the screen, and why they failed.
  package let failures: [PreparedFeed.Failure]
  /// The surrogate keys of the whole feed.
  package let surrogateKeys: SurrogateKeys
  /// The feed for feed readers (JSON Feed 1.1).
  package let jsonFeed: PublishedDocument

  private let sections: [String: PublishedSection]
  private let screens: [ScreenTraits: PublishedDocument]
  private let cache: DocumentCache
  private let space: DocumentCache.Space

  /// `content` at one width.
  private struct Screen: Sendable {
    let viewport: Viewport
    let document: PublishedDocument
    let failures: [PreparedFeed.Failure]

    init(_ content: PreparedFeed, for viewport: Viewport) {
      let (document, failures) = content.document(for: viewport)
      self.viewport = viewport
      self.document = .packed { document.write(to: &$0) }
      self.failures = failures
    }
  }

  /// Renders `content` for every viewport in `viewports`; screens for other viewports are made on
  /// demand and kept in `cache`.
  package convenience init(
    rendering content: PreparedFeed, for viewports: [Viewport],
    cache: DocumentCache = DocumentCache()
  ) {
    self.init(content, screens: viewports.map { Screen(content, for: $0) }, cache: cache)
  }

  /// Renders `content` for every viewport in `viewports`, `width` of them at a time; screens for other
  /// viewports are made on demand and kept in `cache`.
  @concurrent package static func rendering(
    _ content: PreparedFeed, for viewports: [Viewport], cache: DocumentCache, atATime width: Int
  ) async -> PublishedFeed {
    // With more tasks than processors, a request that arrives meanwhile would wait for all screens
    // instead of one.
    let screens = await withTaskGroup(of: Screen.self) { group in
      var rest = viewports[...]
      for viewport in rest.prefix(width) {
        group.addTask { Screen(content, for: viewport) }
      }
      rest = rest.dropFirst(width)
      var screens: [Viewport: Screen] = [:]
      for await screen in group {
        screens[screen.viewport] = screen
        if let viewport = rest.popFirst() {
          group.addTask { Screen(content, for: viewport) }
        }
      }
      return screens
    }
    return PublishedFeed(content, screens: viewports.compactMap { screens[$0] }, cache: cache)
  }

  private init(_ content: PreparedFeed, screens: [Screen], cache: DocumentCache) {
    var failures = content.failures
    // A section fails at every width: report it once.
    for failure in screens.flatMap(\.failures)
    where !failures.contains(where: { $0.section == failure.section }) {
      failures.append(failure)
    }
    self.content = content
    self.failures = failures
    self.screens = Dictionary(
      uniqueKeysWithValues: screens.map { (ScreenTraits($0.viewport), $0.document) })
    self.cache = cache
    let space = cache.makeSpace()
    self.space = space
    surrogateKeys = SurrogateKeys(of: content)
    sections = Dictionary(
      uniqueKeysWithValues: content.sections.map { section in
        (
          section.specification.id,
          PublishedSection(section, of: content, cache: cache, space: space)
        )
      })
    jsonFeed = .packed { JSONFeed(content).write(to: &$0) }
  }

  package var name: String { content.feed }
  package var revision: Int { content.revision }

  /// The section `id`; `nil` if there is none.
  package func section(_ id: String) -> PublishedSection? { sections[id] }

  /// The screen for `traits`: rendered already for a published width at the standard text size, on
  /// demand for everything else.
  package func screen(for traits: ScreenTraits) -> PublishedDocument {
    if let published = screens[traits] { return published }
    return cache.document(for: .screen(traits), in: space) {
      .packed { content.document(for: traits).document.write(to: &$0) }
    }
  }

  /// The screen for `viewport` at the standard text size, from left to right.
  package func screen(for viewport: Viewport) -> PublishedDocument {
    screen(for: ScreenTraits(viewport))
  }

  /// The first page of `section`, which belongs to this feed, of up to `limit` items.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  package func firstPage(
    of section: PublishedSection, for traits: ScreenTraits, limit: Int,
    next: (SectionCursor) throws -> String
  ) rethrows -> PublishedDocument {
    try section.page(from: 0, for: traits, limit: limit, next: next) {
      let document = content.document(for: traits).document
      guard let whole = document.sections.first(where: { $0.id == section.id }) else {
        preconditionFailure("a document has every section of its feed")
      }
      return section.beginning(of: whole, for: traits)
    }
  }
}

/// The widths for which every revision is rendered before it goes into service.
package enum PublishedWidths {
  /// The widths of iPhones and iPads in portrait and landscape, in points.
  package static let all: [Double] = [
    320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768, 810, 820, 834, 1024, 1032, 1112,
    1133, 1180, 1194, 1210, 1366, 1376,
  ]
}
