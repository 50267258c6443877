package import FeedLayout
import FeedModel

/// Everything that is served of one feed at one revision. Replaced as a whole, never changed.
package final class PublishedFeed: Sendable {
  package let content: PreparedFeed
  /// What is missing from the screen, and why.
  package let failures: [PreparedFeed.Failure]
  /// The surrogate keys of the whole feed.
  package let surrogateKeys: SurrogateKeys
  /// The feed for readers that know nothing of tanada (JSON Feed 1.1).
  package let jsonFeed: PublishedDocument

  private let sectionKeys: [String: SurrogateKeys]
  private let screens: [Viewport: PublishedDocument]
  private let cache: DocumentCache
  private let space: DocumentCache.Space

  /// Renders `content` for every viewport in `viewports`; what is asked for beside them goes into
  /// `cache`.
  package init(
    rendering content: PreparedFeed, for viewports: [Viewport],
    cache: DocumentCache = DocumentCache()
  ) {
    var failures = content.failures
    var screens: [Viewport: PublishedDocument] = [:]
    for viewport in viewports {
      let (document, missing) = content.document(for: viewport)
      screens[viewport] = .packed { document.write(to: &$0) }
      // A section that fails does so at every width: say it once.
      for failure in missing where !failures.contains(where: { $0.section == failure.section }) {
        failures.append(failure)
      }
    }
    self.content = content
    self.failures = failures
    self.screens = screens
    self.cache = cache
    space = cache.makeSpace()
    surrogateKeys = SurrogateKeys(of: content)
    sectionKeys = Dictionary(
      uniqueKeysWithValues: content.sections.map { section in
        let id = section.specification.id
        return (id, SurrogateKeys(ofSection: id, in: content))
      })
    jsonFeed = .packed { JSONFeed(content).write(to: &$0) }
  }

  package var name: String { content.feed }
  package var revision: Int { content.revision }

  /// The surrogate keys of section `id`; `nil` if there is no such section.
  package func surrogateKeys(ofSection id: String) -> SurrogateKeys? { sectionKeys[id] }

  /// The whole screen for `viewport`: at once for a published width, computed for another.
  package func screen(for viewport: Viewport) -> PublishedDocument {
    if let published = screens[viewport] { return published }
    return cache.document(for: .screen(viewport), in: space) {
      .packed { content.document(for: viewport).document.write(to: &$0) }
    }
  }

  /// Up to `limit` items of a section, from `position` on; `nil` if there is no such section.
  ///
  /// - Parameter next: makes the address of the page that begins at a position.
  package func page(
    ofSection id: String, for viewport: Viewport, position: Int, limit: Int,
    next: (SectionCursor) -> String
  ) -> PublishedDocument? {
    guard content.sections.contains(where: { $0.specification.id == id }) else { return nil }
    let request = DocumentCache.Request.page(
      section: id, viewport, position: position, limit: limit)
    return cache.document(for: request, in: space) {
      let document = content.document(for: viewport).document
      guard let section = document.sections.first(where: { $0.id == id }) else {
        preconditionFailure("a document has every section of its feed")
      }
      let start = min(position, section.items.count)
      let end = start + min(limit, section.items.count - start)
      let page = SectionPage(
        section, of: document, range: start..<end,
        next: end < section.items.count
          ? next(SectionCursor(revision: document.revision, position: end)) : nil)
      return .packed { page.write(to: &$0) }
    }
  }
}
