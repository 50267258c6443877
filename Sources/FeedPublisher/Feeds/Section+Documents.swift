import FeedLayout
import FeedModel
import FeedStore

// MARK: - On screens

extension Section {
  /// The section on a screen with `traits`, at the top. Items that its layout cannot draw are named
  /// in its errors. A section that cannot be laid out is empty, and the reason is returned.
  ///
  /// - Parameters:
  ///   - locale: the locale of its items; `nil` for the geometry alone.
  ///   - items: the items with the labels of the locale; `nil` to make them.
  ///   - includesNext: whether the cursor of the items behind them is made, too.
  func placed(
    for traits: ScreenTraits, in locale: ReaderLocale? = nil, showing items: [FeedItem]? = nil,
    includingNext includesNext: Bool = false
  ) -> (section: Screen.Section, failure: Feed.Failure?) {
    var design = design(for: traits)
    let header = header(for: traits)
    var items = items ?? locale.map { self.items(with: $0.labels) } ?? []
    var errors: [ItemError] = []
    var failure: Feed.Failure?
    let layout: any SectionLayout
    do {
      let drawn: DrawableItems
      (layout, drawn) = try design.layoutOfDrawable(layoutItems)
      if !drawn.errors.isEmpty, !items.isEmpty { items = drawn.indices.map { items[$0] } }
      errors = drawn.errors.compactMap { ItemError($0, in: id) }
      design = design.fitted(to: layout.frames)
      if let locale { design = design.speaking(locale.words) }
    } catch {
      failure = Feed.Failure(section: id, reason: error.description)
      layout = design.emptyLayout
      items = []
    }
    let height = layout.contentSize.height
    let section = Screen.Section(
      specification: specification, revision: revision,
      frame: Rect(
        x: 0, y: 0, width: traits.viewport.width, height: (header?.height ?? 0) + height),
      header: header, design: design, layout: layout,
      presentation: look(for: traits).recipe.presentation, items: items, errors: errors,
      next: includesNext && failure == nil ? next(for: traits, in: locale, height: height) : nil)
    return (section, failure)
  }

  /// The section on a screen with `traits` as it is written, in the cache.
  func fragment(for traits: ScreenTraits, in locale: ReaderLocale) -> Screen.Fragment {
    cache.fragment(for: traits, locale, in: space) {
      Screen.Fragment(
        placed(for: traits, in: locale, showing: items(in: locale), includingNext: true).section)
    }
  }

  /// The items for readers in `locale`, in the cache.
  private func items(in locale: ReaderLocale) -> [FeedItem] {
    cache.items(with: reduced(locale.labels), in: space) { items(with: locale.labels) }
  }

  /// The section's layout and cell for a screen with `traits`.
  func design(for traits: ScreenTraits) -> SectionDesign {
    SectionDesign(look(for: traits), of: specification.kind, for: traits)
  }

  /// The header for a screen with `traits`; `nil` for a section without one.
  private func header(for traits: ScreenTraits) -> HeaderDesign? {
    specification.header.map {
      HeaderDesign(
        height: $0.height, hasSubtitle: $0.subtitle != nil, hasAction: $0.action != nil,
        theme: looks.own.theme, for: traits)
    }
  }
}

// MARK: - Cursors

extension Section {
  /// The cursor of the items behind those on a screen; `nil` at the end, and without pages.
  private func next(
    for traits: ScreenTraits, in locale: ReaderLocale?, height: Double
  ) -> SectionCursor? {
    let design = design(for: traits)
    let drawn = design.drawable(layoutItems).items
    guard look(for: traits).recipe.options.hasPages, follower != nil, let last = content.last,
      var continuation = SectionContinuation(design),
      (try? continuation.place(
        design.items(drawn), inSectionOfHeight: height, in: traits.viewport)) != nil
    else { return nil }
    return beginning(for: traits, in: locale, height: height)
      .moved(to: drawn.count, height: height, continuation: continuation)
      .leaving(behind: last, sortedBy: specification.source.sort, isOpen: true)
  }

  /// The cursor of the first item, for a layout `height` points high with its top edge at 0.
  func beginning(
    for traits: ScreenTraits, in locale: ReaderLocale?, height: Double
  ) -> SectionCursor {
    SectionCursor(
      revision: revision, revisionID: revisionID, position: 0, width: traits.viewport.width,
      textSize: traits.textSize == .standard ? nil : traits.textSize.share,
      direction: traits.direction == .leftToRight ? nil : traits.direction.rawValue,
      locale: locale?.lookup.first?.text,
      version: traits.version == DocumentVersion.newest ? nil : traits.version,
      top: 0, height: height, continuation: SectionContinuation(design(for: traits)))
  }

  /// Whether `cursor` was made for the section's layout.
  func isUsable(_ cursor: SectionCursor, for traits: ScreenTraits) -> Bool {
    let beginning = SectionContinuation(design(for: traits))
    guard let beginning, let continuation = cursor.continuation else {
      return beginning == nil && cursor.continuation == nil
    }
    return continuation.continues(from: beginning, count: cursor.position)
  }

  /// The cursor of the page behind the items in `range`, which end at `cursor`; `nil` at the end.
  private func following(_ cursor: SectionCursor, after range: Range<Int>) -> SectionCursor? {
    guard let last = content[range].last else { return nil }
    let isInside = range.upperBound < content.count
    guard cursor.last != nil || !isInside else { return cursor }
    // Behind the items on the screen, only layouts that place one item after the other have pages.
    guard isInside || follower != nil, cursor.continuation != nil else { return nil }
    return cursor.leaving(
      behind: last, sortedBy: specification.source.sort, isOpen: cursor.last == nil)
  }
}

// MARK: - Pages

extension Section {
  /// The page at `cursor`, of up to `limit` items; `nil` if the cursor was made for another layout.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  package func page(
    at cursor: SectionCursor, in locale: ReaderLocale, variant: String? = nil, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument? {
    let traits = try cursor.traits
    guard isUsable(cursor, for: traits) else { return nil }
    return try page(
      from: cursor.position, top: cursor.top, for: traits, in: locale, variant: variant,
      limit: limit, next: next, cursor: { cursor })
  }

  /// The page from `position` on, from the cache, or made at the cursor that `cursor` returns.
  func page(
    from position: Int, top: Double, for traits: ScreenTraits, in locale: ReaderLocale,
    variant: String?, limit: Int, next: (SectionCursor) throws -> String,
    cursor: () -> SectionCursor
  ) rethrows -> PublishedDocument {
    let request = DocumentCache.Request.page(
      traits, locale, variant: variant, top: top, position: position, limit: limit)
    return try cache.document(for: request, in: space) {
      try page(
        at: cursor(), for: traits, in: locale, limit: limit, next: next,
        whole: { design, items throws(LayoutError) in
          // Pages are usually read in sequence.
          try cache.layout(for: design.traits, in: space) { () throws(LayoutError) in
            try design.layout(of: items)
          }
        }, showing: items(in: locale))
    }
  }

  /// The page at `cursor`, of up to `limit` items; empty if the section cannot be laid out.
  ///
  /// - Parameters:
  ///   - next: makes the address of the page that begins at a cursor.
  ///   - whole: lays out all items, for a layout that depends on every one.
  ///   - items: all items with the labels of the locale; `nil` to make them.
  func page(
    at cursor: SectionCursor, for traits: ScreenTraits, in locale: ReaderLocale, limit: Int,
    next: (SectionCursor) throws -> String,
    whole: (SectionDesign, [LayoutItem]) throws(LayoutError) -> any SectionLayout,
    showing items: [FeedItem]? = nil
  ) throws -> PublishedDocument {
    var design = design(for: traits)
    // Positions count the items that are drawn.
    let drawn = design.drawable(layoutItems)
    let start = min(cursor.position - firstPosition, drawn.items.count)
    var range = start..<(start + min(limit, drawn.items.count - start))
    // 1. The frames.
    var (continuation, height) = (cursor.continuation, cursor.height)
    var layout = design.emptyLayout
    // The part of the layout that is on the page.
    var part: Range<Int>?
    do {
      if var state = continuation {
        layout = try state.place(
          design.items(Array(drawn.items[range])), inSectionOfHeight: height, in: traits.viewport)
        (continuation, height) = (state, layout.contentSize.height)
        if design.isMirrored { layout = layout.mirrored }
      } else {
        layout = try whole(design, drawn.items)
        part = range
        design = design.fitted(to: layout.frames)
      }
    } catch {
      range = 0..<0
    }
    design = design.speaking(locale.words)
    // 2. The cursor of the next page.
    let end = cursor.moved(
      to: firstPosition + range.upperBound, height: height, continuation: continuation)
    let passed = drawn.whole(range)
    let address = try following(end, after: passed).map(next)
    // 3. The document.
    let header = header(for: traits)
    let items = items ?? self.items(with: locale.labels)
    let page = Screen.Section(
      specification: specification, revision: revision,
      frame: cursor.frame(headerHeight: header?.height ?? 0, height: height), header: header,
      design: design, layout: layout, range: part,
      presentation: look(for: traits).recipe.presentation,
      items: drawn.indices[range].map { items[$0] },
      errors: drawn.errors.filter { $0.item.map { passed.contains($0.index) } ?? false }
        .compactMap { ItemError($0, in: id) })
    let feed = DocumentKey(feed: feed).composedFeed
    return .packed(next: address) {
      page.writePage(of: feed, in: locale.tag, locale.notes, next: address, to: &$0)
    }
  }
}

extension SectionDesign {
  /// The design of a section of `kind` with `look` on a screen with `traits`.
  init(_ look: SectionLooks.Look, of kind: ContentKind, for traits: ScreenTraits) {
    self.init(
      look.recipe.options, cell: look.cell, theme: look.theme, roles: kind.cellRoles, for: traits)
  }
}

extension ContentKind {
  /// The roles that the cells of the kind can show.
  var cellRoles: Set<CellRole> {
    Set(roles.all.compactMap { CellRole(rawValue: $0.role.rawValue) })
  }
}
