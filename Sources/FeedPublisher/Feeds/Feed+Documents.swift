package import FeedLayout
import FeedModel
import FeedStore

extension Feed {
  /// The section `id`; `nil` if there is none.
  package func section(_ id: String) -> Section? { sections.first { $0.id == id } }

  /// The estimated size of the items of all its sections in memory, in bytes.
  package var contentByteCount: Int { sections.reduce(0) { $0 + $1.byteCount } }

  /// The estimated size of a variant in memory with its editions, in bytes, without its sections.
  var byteCount: Int {
    editions.values.reduce(4_096 + 2 * MemoryLayout<Section>.stride * sections.count) {
      $0 + $1.byteCount
    }
  }

  /// The variant for clients that meet `conditions`, if it is in memory.
  func variant(meeting conditions: Set<Targeting>) -> Feed? {
    cache.variant(meeting: conditions, in: space)
  }

  /// Keeps `feed`, unless the variant is known by now, and returns the one that is kept.
  func keep(_ feed: Feed, meeting conditions: Set<Targeting>) -> Feed {
    cache.keep(feed, meeting: conditions, in: space)
  }

  /// The screen for `traits`.
  func screen(for traits: ScreenTraits, in locale: DocumentLocale) -> PublishedDocument {
    cache.document(for: .screen(traits, locale), in: space) {
      let (sections, height) = fragments(for: traits, in: locale)
      let head = head(for: traits, in: locale)
      return .packed { head.write(sections, height: height, to: &$0) }
    }
  }

  /// The screen for `viewport` at the standard text size, from left to right, in the default locale.
  package func screen(for viewport: Viewport) -> PublishedDocument {
    edition(for: defaultReader).screen(for: ScreenTraits(viewport))
  }

  /// The feed for feed readers (JSON Feed 1.1).
  ///
  /// - Parameter version: the newest version of documents that the client draws.
  func jsonFeed(in locale: DocumentLocale, version: Int) -> PublishedDocument {
    cache.document(for: .jsonFeed(locale, version: version), in: space) {
      .packed { JSONFeed(self, in: locale, version: version).write(to: &$0) }
    }
  }

  /// The screen for `traits`, if it is in memory.
  func knownScreen(for traits: ScreenTraits, in locale: DocumentLocale) -> PublishedDocument? {
    cache.knownDocument(for: .screen(traits, locale), in: space)
  }

  /// The feed for feed readers, if it is in memory.
  func knownJSONFeed(in locale: DocumentLocale, version: Int) -> PublishedDocument? {
    cache.knownDocument(for: .jsonFeed(locale, version: version), in: space)
  }

  /// The first page of `section`, which belongs to this feed and is shown for `traits`, of up to `limit` items.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  func firstPage(
    of section: Section, for traits: ScreenTraits, in locale: DocumentLocale,
    variant: String?, limit: Int, next: (SectionCursor) throws -> String
  ) rethrows -> PublishedDocument {
    let sections = fragments(for: traits, in: locale).sections
    let top = sections.first { $0.fragment.id == section.id }?.top ?? 0
    return try section.page(
      from: 0, top: top, for: traits, in: locale, variant: variant, limit: limit, next: next
    ) {
      section.beginning(for: traits, in: locale, top: top)
    }
  }

  /// The inputs of a section's pages: its last change, and its place on the screens.
  struct PlacedSection: Hashable {
    let lastChange: LastChange
    /// Its top edges on the screens that were checked, in points.
    let tops: [Double]
  }

  /// The feed and its sections, as those of the edition with this key.
  func documents(of edition: String) -> [DocumentKey] {
    [DocumentKey(feed: edition)] + sections.map { DocumentKey(feed: edition, section: $0.id) }
  }

  /// The feed and its editions by their keys.
  var editionsByKey: [String: Feed] {
    editions.reduce(into: [name: self]) { editions, edition in
      editions[DocumentKey.edition(of: name, in: edition.key)] = edition.value
    }
  }

  /// The sections by their ids, with their places.
  var placedSections: [String: PlacedSection] {
    var columns =
      sections.first.map { first in
        first.heights.map { _ in SectionColumn(spacing: composition.spacing) }
      } ?? []
    return sections.reduce(into: [:]) { placed, section in
      let tops = section.heights.enumerated().map { columns[$0].append(height: $1) }
      placed[section.id] = PlacedSection(lastChange: section.lastChange, tops: tops)
    }
  }

  /// The sections and their top edges, and the height of all, in points.
  private func fragments(
    for traits: ScreenTraits, in locale: DocumentLocale
  ) -> (sections: [(fragment: SectionFragment, top: Double)], height: Double) {
    var column = SectionColumn(spacing: composition.spacing)
    let placed = sections.filter { $0.isShown(for: traits) }.map { section in
      let fragment = section.fragment(for: traits, in: locale.withoutNotes)
      return (fragment: fragment, top: column.append(height: fragment.height))
    }
    return (placed, column.height)
  }
}

/// The widths of screens that the server works for before somebody asks.
package enum PublishedWidths {
  /// The widths that compositions are checked for: those of iPhones and iPads in portrait and landscape, in points.
  package static let all: [Double] = [
    320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768, 810, 820, 834, 1024, 1032, 1112,
    1133, 1180, 1194, 1210, 1366, 1376,
  ]
  /// The widths that pictures are made for: those of most phones, and of a window on a desk.
  package static let ofPictures: [Double] = [390, 360, 375, 393, 402, 412, 414, 430, 1440]
}
