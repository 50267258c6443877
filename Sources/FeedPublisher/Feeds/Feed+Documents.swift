package import FeedLayout
import FeedModel
import FeedStore
package import StrictJSON

/// Documents that are kept for later requests, in ``Feed/documentLocale``.
extension Feed {
  /// The screen for `traits`.
  package func screen(for traits: ScreenTraits) -> PublishedDocument {
    cache.document(for: .screen(traits, documentLocale), in: space) {
      let (sections, height) = fragments(for: traits)
      let screen = emptyScreen(for: traits)
      return .packed { screen.write(sections, height: height, to: &$0) { $0 } }
    }
  }

  /// The screen for `traits`, if it is in memory.
  package func knownScreen(for traits: ScreenTraits) -> PublishedDocument? {
    cache.knownDocument(for: .screen(traits, documentLocale), in: space)
  }

  /// The screen for `viewport` at the standard text size, from left to right.
  package func screen(for viewport: Viewport) -> PublishedDocument {
    screen(for: ScreenTraits(viewport))
  }

  /// The feed for feed readers (JSON Feed 1.1) that draw documents up to `version`.
  package func jsonFeed(upTo version: Int = DocumentVersion.newest) -> PublishedDocument {
    cache.document(for: .jsonFeed(documentLocale, version: version), in: space) {
      .packed { writeJSONFeed(upTo: version, to: &$0) }
    }
  }

  /// The feed for feed readers, if it is in memory.
  package func knownJSONFeed(upTo version: Int) -> PublishedDocument? {
    cache.knownDocument(for: .jsonFeed(documentLocale, version: version), in: space)
  }

  /// The first page of `section` of this feed for `traits`, of up to `limit` items, with the
  /// address of the next one by `next`.
  package func firstPage(
    of section: Section, for traits: ScreenTraits, limit: Int,
    next: (SectionCursor) throws -> String
  ) rethrows -> PublishedDocument {
    let top = fragments(for: traits).sections.first { $0.fragment.id == section.id }?.top ?? 0
    return try section.page(
      from: 0, top: top, for: traits, in: documentLocale, variant: variant, limit: limit,
      next: next
    ) {
      let layout = section.placed(for: traits).section.layout
      return section.beginning(
        for: traits, in: documentLocale, height: layout.contentSize.height
      ).at(top: top)
    }
  }

  /// The sections and their top edges, and the height of all, in points.
  private func fragments(
    for traits: ScreenTraits
  ) -> (sections: [(fragment: Screen.Fragment, top: Double)], height: Double) {
    let locale = documentLocale.withoutNotes
    let fragments = sections.filter { $0.isShown(for: traits) }
      .map { $0.fragment(for: traits, in: locale) }
    let (tops, height) = fragments.map(\.height).stacked(spacing: composition.spacing)
    return (zip(fragments, tops).map { ($0, $1) }, height)
  }
}

/// Documents that are made for one request.
extension Feed {
  /// The screen with `traits` for `reader`, by default of the default locale, and the sections that
  /// could not be laid out, which are empty.
  package func document(
    for traits: ScreenTraits, in reader: ReaderLocale? = nil
  ) -> (document: Screen, failures: [Failure]) {
    let edition = edition(for: reader ?? defaultReader)
    let placed = edition.sections.filter { $0.isShown(for: traits) }.map {
      $0.placed(for: traits, in: edition.documentLocale, includingNext: true)
    }
    let tops = placed.map(\.section.frame.height).stacked(spacing: composition.spacing).tops
    var screen = edition.emptyScreen(for: traits)
    screen.sections = zip(placed, tops).map { $0.section.at(top: $1) }
    return (screen, placed.compactMap(\.failure))
  }

  /// The document for a screen with the standard text size, from left to right.
  package func document(for viewport: Viewport) -> (document: Screen, failures: [Failure]) {
    document(for: ScreenTraits(viewport))
  }

  /// Writes the screen that ``document(for:in:)`` returns, with one section in memory at a time.
  package func write(
    for traits: ScreenTraits, in reader: ReaderLocale? = nil, to writer: inout JSONWriter
  ) {
    let edition = edition(for: reader ?? defaultReader)
    let shown = edition.sections.filter { $0.isShown(for: traits) }
    // 1. The height of all is written first.
    let (tops, height) = shown.map { $0.placed(for: traits).section.frame.height }
      .stacked(spacing: composition.spacing)
    // 2. The sections.
    let places = Array(zip(shown, tops))
    edition.emptyScreen(for: traits).write(places, height: height, to: &writer) { place in
      let (section, top) = place
      let placed = section.placed(for: traits, in: edition.documentLocale, includingNext: true)
      return (Screen.Fragment(placed.section), top)
    }
  }
}

extension Feed {
  /// Writes the feed for feed readers (jsonfeed.org, version 1.1): the items from top to bottom,
  /// each of them once, without sections that need a newer version than `version`.
  func writeJSONFeed(upTo version: Int, to writer: inout JSONWriter) {
    let (locale, sections) = (documentLocale, sections.filter { $0.isShown(upTo: version) })
    writer.object { object in
      object.member("version", "https://jsonfeed.org/version/1.1")
      object.member("title", name)
      object.member("language", locale.tag.text)
      // Readers of feeds ignore it; it helps a person who looks at the file.
      if !locale.notes.isEmpty {
        object.member("user_comment", locale.notes.map(\.detail).joined(separator: "\n"))
      }
      // The items of one section after the other: all of them may be many.
      var seen: Set<String> = []
      let items = sections.lazy.flatMap { $0.items(with: locale.labels) }
      object.array("items", items.filter { seen.insert($0.key).inserted }) { writer, item in
        writer.object { item.writeEntry(to: &$0) }
      }
    }
  }
}

extension FeedItem {
  fileprivate func writeEntry(to object: inout JSONWriter) {
    object.member("id", key)
    let picture = content.pictureURL ?? picture?.wholePicture
    if let url = action?.webURL ?? picture { object.member("url", url) }
    object.member("title", content.headline)
    object.member(
      "content_text", content.summary.flatMap { $0.isEmpty ? nil : $0 } ?? content.headline)
    if let picture { object.member("image", picture) }
    if let date = content.publicationDate { object.member("date_published", date.rfc3339) }
  }
}
