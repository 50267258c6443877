import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

extension FeedRoutes {
  /// The sections of screens, in pages.
  var sectionRoutes: [Route] {
    [
      Route(
        .get, "/v1/feeds/{feed}/sections/{id}", "getSection",
        "A page of one section; frames are in the coordinates of the whole section.",
        refused: Parameter.previews,
        parameters: [
          .feed, .path("id", .text(pattern: PlainName.pattern), "The section."), .width,
          .textSize, .direction, .locale, .maximumVersion, .variant, .limit, .cursor, .ifNoneMatch,
        ], answers: [.ok(.component("SectionPage"), "The page."), .notModified],
        problems: [404, 410], section)
    ]
  }

  private func section(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    var page = try SectionPageRequest(
      request, feed: try context.feedName,
      section: try context.pathParameter("id"),
      publishing: publisher.configuration.items)
    let (publication, general) = try await feed(of: page, context)
    // Pages of a variant that does not exist any more go on as they began.
    let isFormer = page.isOfFormerVariant(of: general, publisher)
    let feed =
      try isFormer
      ? general
      : await publisher.feed(general, inVariant: page.variant, of: publication, by: work, context)
    page.addresses = publisher.pages(ofVariant: page.variant, of: general)
    let edition = feed.edition(
      for: page.cursor.map(publisher.reader) ?? page.reader, inVariant: page.variant)
    // 1. The page.
    let found = try await document(
      of: page, in: edition, feed: isFormer ? nil : feed, publication, context)
    guard let (made, section) = found else {
      let start = page.firstAddress
      throw Problem(
        status: .gone, code: "cursor_expired",
        detail: "the cursor is of another database or version; start again at \(start)",
        start: start)
    }
    let document = try await work.represented(made, for: request, context)
    // 2. The section stays in memory for the next page, and for this one if it is asked for again.
    if let section, page.cursor != nil || document.next != nil {
      publisher.cache.pin(section, ofVariant: page.variant, at: publisher.clock.now)
    }
    let answer = DocumentAnswer(
      document, freshness: .until(boundaries(of: page, in: feed, publication))
    ).marked(revision: publication.revision, keys: keys(of: page, in: edition))
    return Response(answer.linked(to: document.next), to: request, at: publisher.clock.now)
  }

  /// The publication in service, and the feed of `page`. A cursor of another server may be of a revision that this
  /// one has not seen yet, with a feed that is new.
  private func feed(
    of page: SectionPageRequest, _ context: FeedRequestContext
  ) async throws -> (Publication, Feed) {
    if let cursor = page.cursor, let current = publisher.current,
      current.revision < cursor.revision, current.feeds[page.feed] == nil
    {
      try await work.run(for: context) { [publisher] in try await publisher.publish() }
    }
    return try publisher.feed(named: page.feed)
  }

  /// When the page shows something else: with the screen or, behind its items, with any item of its kind.
  private func boundaries(
    of page: SectionPageRequest, in feed: Feed, _ publication: Publication
  ) -> Boundaries {
    guard page.cursor?.isBehindScreen == true, let kind = feed.section(page.section)?.kind else {
      return feed.boundaries
    }
    let met = page.variant.flatMap { name in
      publication.feeds[page.feed].flatMap { publisher.conditions(of: name, in: $0) }
    }
    let own = Boundaries(
      next: feed.section(page.section)?.nextBoundary(meeting: met ?? []), nextEnd: nil)
    return Boundaries([feed.boundaries, publication.boundaries(ofKind: kind.name), own])
  }

  private func keys(of page: SectionPageRequest, in edition: Feed) -> SurrogateKeys {
    let isBehind = page.cursor?.isBehindScreen == true
    let kind = isBehind ? edition.section(page.section)?.kind : nil
    return edition.surrogateKeys(of: page.section, behind: kind?.name)
  }

  /// The page, and the section that has made it, unless that was read for the page alone; `nil` for a cursor of
  /// another database or version.
  ///
  /// - Parameter feed: the feed, or the variant of it, that the page is of; `nil` for a variant that does not exist any
  ///   more.
  private func document(
    of page: SectionPageRequest, in edition: Feed, feed: Feed?,
    _ publication: Publication, _ context: FeedRequestContext
  ) async throws -> (PublishedDocument, Section?)? {
    guard let cursor = page.cursor else {
      guard let section = edition.section(page.section) else {
        throw Problem.notFound("the feed \(page.feed) has no section \(page.section)")
      }
      let traits = page.screen.traits(in: edition.documentLocale.tag)
      guard section.isShown(for: traits) else {
        throw Problem.notFound(
          "the section \(page.section) of the feed \(page.feed) is left out for clients that draw "
            + "documents up to version \(traits.version)")
      }
      let make = { @Sendable in
        try edition.firstPage(of: section, for: traits, limit: page.limit, next: page.address)
      }
      // The sections above it decide where it is.
      let size = edition.makingByteCount
      let document =
        try await publisher.isCommon(traits)
        ? work.make(size, for: context, make)
        : work.run(for: context, taking: size) { _ in try make() }
      return (document, section)
    }
    guard !cursor.isBehindScreen else {
      return try await keptContent(of: page) {
        try await work.run(for: context) { [publisher] in
          try await publisher.continuation(
            of: page.section, in: page.feed, variant: page.variant, at: cursor,
            limit: page.limit, as: publication)
        }
      }.map { ($0, nil) }
    }
    return try await keptContent(of: page) {
      try await work.run(for: context, taking: feed?.makingByteCount ?? 0) { [publisher] _ in
        guard
          let section = try await publisher.section(
            page.section, of: page.feed, variant: page.variant.map { ($0, feed) },
            at: cursor, as: publication),
          let document = try section.page(
            at: cursor, in: publisher.documentLocale(of: cursor), variant: page.variant,
            limit: page.limit, next: page.address)
        else { return nil }
        return (document, section)
      }
    }
  }

  /// Runs `read`, which reads a former revision; `nil` if there is none with the cursor's number.
  ///
  /// - Throws: ``Problem`` with the first page's address for a revision that is no longer kept.
  private func keptContent<Content>(
    of page: SectionPageRequest, read: () async throws -> Content?
  ) async throws -> Content? {
    do {
      return try await read()
    } catch StoreError.noSuchRevision {
      return nil
    } catch let error as StoreError {
      guard case .revisionPruned = error else { throw error }
      var problem = Problem(error)
      problem.start = page.firstAddress
      throw problem
    }
  }
}

/// The page of a section that a request asks for.
private struct SectionPageRequest {
  let feed: String
  let section: String
  /// The screen of a first page.
  let screen: RequestedScreen
  /// The locale of the reader of a first page.
  let reader: ReaderLocale
  /// The name of the variant that it is of; `nil` for what everybody gets.
  let variant: String?
  let limit: Int
  /// `nil` for the first page.
  let cursor: SectionCursor?
  var addresses: PageAddresses

  /// - Throws: ``Problem`` for invalid parameters, and for a cursor that was not made for this section
  ///   and width.
  init(_ request: Request, feed: String, section: String, publishing: ItemPublishing) throws {
    variant = try request.text(.variant)
    let addresses = publishing.pages.inVariant(variant)
    let asked = try request.askedLocales()
    self.feed = feed
    self.section = section
    self.addresses = addresses
    reader = publishing.readerLocale(for: asked)
    limit = try request.integer(.limit) ?? NumberedPage.limits.upperBound
    cursor = try request.text(.cursor).map { text in
      guard let cursor = addresses.open(text, of: section, in: feed) else {
        throw Problem.invalidCursor
      }
      return cursor
    }
    screen = try request.screen()
    guard let cursor else { return }
    let traits = try cursor.traits
    // Readers of other locales, who saw the same, go on with the same.
    let ofCursor = cursor.localeTag ?? publishing.locales.default
    if let asked, !asked.tags.isEmpty, !asked.tags.contains(ofCursor),
      ofCursor != publishing.locales.default, !reader.lookup.contains(ofCursor)
    {
      throw Problem.invalidParameter(
        "locale", expected: "\(ofCursor), as on the page before",
        found: try request.text(.locale).map(\.quotedExcerpt) ?? "nothing")
    }
    for (name, isSame) in [
      ("width", screen.viewport == traits.viewport),
      ("text_size", screen.textSize == traits.textSize),
      ("direction", screen.direction == traits.direction),
      ("max_version", screen.traits(in: ofCursor).version == traits.version),
    ] {
      guard let found = try request.parameter(name), !isSame else { continue }
      throw Problem.invalidParameter(
        name, expected: "\(traits.text(of: name)), as on the page before",
        found: found.quotedExcerpt)
    }
  }

  /// Whether it is behind pages of a variant of `feed` that does not exist any more.
  func isOfFormerVariant(of feed: Feed, _ publisher: FeedPublisher) -> Bool {
    guard let variant, let cursor else { return false }
    return publisher.outlives(cursor, variant: variant, of: feed)
  }

  var firstAddress: String {
    let locale = cursor?.localeTag
    let traits = (try? cursor?.traits) ?? screen.traits(in: locale ?? reader.tag)
    return addresses.firstPage(of: section, in: feed, for: traits, locale: locale, limit: limit)
  }

  func address(at cursor: SectionCursor) throws -> String {
    try addresses.page(at: cursor, of: section, in: feed, limit: limit)
  }
}

extension ScreenTraits {
  fileprivate func text(of name: String) -> String {
    switch name {
    case "width": NumberText.shortest(viewport.width)
    case "text_size": NumberText.shortest(textSize.share)
    case "max_version": "\(version)"
    default: direction.rawValue
    }
  }
}
