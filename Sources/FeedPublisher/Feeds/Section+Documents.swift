import FeedLayout
import FeedModel
import FeedStore

extension Section {
  /// The section on a screen with `traits`.
  func fragment(for traits: ScreenTraits, in locale: DocumentLocale) -> SectionFragment {
    cache.fragment(for: traits, locale, in: space) {
      SectionFragment(
        placed(
          for: traits, top: 0, in: locale, showing: items(in: locale), includingNext: true
        ).section)
    }
  }

  /// The items for readers in `locale`.
  private func items(in locale: DocumentLocale) -> [FeedItem] {
    cache.items(with: reduced(locale.labels), in: space) {
      items(with: locale.labels)
    }
  }

  /// The page at `cursor`, of up to `limit` items; `nil` if the cursor was made for another layout,
  /// by another version of this program.
  ///
  /// - Parameters:
  ///   - variant: the name of the variant that the page is of, which its addresses have; `nil` for none.
  ///   - next: makes the address of the page that begins at a cursor.
  package func page(
    at cursor: SectionCursor, in locale: DocumentLocale, variant: String? = nil, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument? {
    let traits = try cursor.traits
    guard isUsable(cursor, for: traits) else { return nil }
    return try page(
      from: cursor.position, top: cursor.top, for: traits, in: locale, variant: variant,
      limit: limit, next: next, cursor: { cursor })
  }

  /// The page from `position` on of the section with its top edge at `top` points: from the cache, or made at the
  /// cursor that `cursor` returns.
  func page(
    from position: Int, top: Double, for traits: ScreenTraits, in locale: DocumentLocale,
    variant: String?, limit: Int, next: (SectionCursor) throws -> String,
    cursor: () -> SectionCursor
  ) rethrows -> PublishedDocument {
    let request = DocumentCache.Request.page(
      traits, locale, variant: variant, top: top, position: position, limit: limit)
    return try cache.document(for: request, in: space) {
      try makePage(at: cursor(), for: traits, in: locale, limit: limit, next: next)
    }
  }

  /// The cursor of the first page, for the section as it is on a screen with `traits`, with its top edge at `top`
  /// points.
  func beginning(
    for traits: ScreenTraits, in locale: DocumentLocale, top: Double
  ) -> SectionCursor {
    let layout = placed(for: traits, top: top).section.layout
    return beginning(
      for: traits, in: locale.otherTag, top: top, height: layout.contentSize.height)
  }

  private func makePage(
    at cursor: SectionCursor, for traits: ScreenTraits, in locale: DocumentLocale, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument {
    try page(
      at: cursor, of: DocumentKey(feed: feed).composedFeed, for: traits, in: locale, limit: limit,
      next: next,
      whole: { design, items throws(LayoutError) in
        // Pages are usually read in sequence.
        try cache.layout(for: design.traits, in: space) { () throws(LayoutError) in
          try design.layout(of: items)
        }
      }, showing: items(in: locale))
  }
}

extension ContentItem {
  /// Approximately its size in memory as it is published, in bytes: its texts twice, as content and as JSON, and the
  /// rest.
  var byteCount: Int {
    (values + translations.map(\.value)).reduce(512) { count, value in
      if case .text(let text) = value { count + 3 * text.utf8.count } else { count + 64 }
    }
  }
}
