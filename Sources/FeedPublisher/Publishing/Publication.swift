package import FeedLayout
import FeedModel

/// Everything that is served of one revision. Replaced as a whole, never changed.
package final class Publication: Sendable {
  /// How many bytes of documents for other widths and pages are kept.
  static let cacheByteCount = 32 << 20

  package let content: PreparedFeed
  /// What is missing from the screen, and why.
  package let failures: [PreparedFeed.Failure]

  private let screens: [Viewport: PublishedDocument]
  private let cache = BoundedCache<Request>(maximumByteCount: cacheByteCount)

  /// What a document on demand is kept under.
  private enum Request: Hashable {
    case screen(Viewport)
    case page(section: String, Viewport, position: Int, limit: Int)
  }

  /// Renders `content` for every viewport in `viewports`.
  package init(rendering content: PreparedFeed, for viewports: [Viewport]) {
    var failures = content.failures
    var screens: [Viewport: PublishedDocument] = [:]
    for viewport in viewports {
      let (document, missing) = content.document(for: viewport)
      screens[viewport] = PublishedDocument { document.write(to: &$0) }
      // A section that fails does so at every width: say it once.
      for failure in missing where !failures.contains(where: { $0.section == failure.section }) {
        failures.append(failure)
      }
    }
    self.content = content
    self.failures = failures
    self.screens = screens
  }

  package var revision: Int { content.revision }

  /// The whole screen for `viewport`: at once for a published width, computed for another.
  package func screen(for viewport: Viewport) -> PublishedDocument {
    if let published = screens[viewport] { return published }
    return cache.document(for: .screen(viewport)) {
      PublishedDocument { content.document(for: viewport).document.write(to: &$0) }
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
    let key = Request.page(section: id, viewport, position: position, limit: limit)
    return cache.document(for: key) {
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
      return PublishedDocument { page.write(to: &$0) }
    }
  }
}
