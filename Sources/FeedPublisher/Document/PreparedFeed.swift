package import FeedLayout
package import FeedModel
package import FeedStore
package import Foundation

/// A feed's content as of one revision, ready to be laid out for any viewport.
package struct PreparedFeed: Sendable {
  /// A section before its layout.
  struct Section: Sendable {
    let specification: Composition.Section
    let recipe: SectionRecipe
    let items: [FeedItem]
    let layoutItems: [LayoutItem]
  }

  /// A section that shows nothing because something went wrong.
  package struct Failure: Hashable, Sendable {
    package let section: String
    package let reason: String
  }

  package let feed: String
  /// 0 before the first write.
  package let revision: Int
  package let generatedAt: Timestamp
  /// The sections whose content could not be read, or whose layout is not understood; the latter
  /// are laid out as their kind is.
  package let failures: [Failure]
  let sections: [Section]

  /// Prepares what `composition` shows of `snapshot`.
  ///
  /// A document says it was generated when its revision was committed, so that every server makes
  /// the same bytes of it; `now` stands in before the first revision.
  package init(
    _ composition: Composition, snapshot: ContentSnapshot, timeZone: TimeZone, now: Timestamp
  ) {
    feed = composition.feed
    revision = snapshot.revision?.number ?? 0
    generatedAt = snapshot.revision?.committedAt ?? now
    var failures: [Failure] = []
    sections = composition.sections.map { specification in
      let entities: [any ContentEntity]
      switch snapshot.items[specification.kind] {
      case .success(let items): entities = Array(items.prefix(specification.limit))
      case .failure(let error):
        entities = []
        failures.append(Failure(section: specification.id, reason: error.description))
      case nil: entities = []
      }
      let recipe: SectionRecipe
      do {
        recipe = try SectionRecipe(specification)
      } catch {
        recipe = SectionRecipe(specification.kind)
        failures.append(Failure(section: specification.id, reason: "layout: \(error)"))
      }
      return Section(
        specification: specification, recipe: recipe,
        items: entities.map { FeedItem($0, timeZone: timeZone) },
        layoutItems: entities.map { LayoutItem($0) })
    }
    self.failures = failures
  }

  /// The document for `viewport`, and the sections that could not be laid out. Both kinds of
  /// failure leave an empty section, and the rest of the screen as it is.
  package func document(for viewport: Viewport) -> (document: FeedDocument, failures: [Failure]) {
    var failures: [Failure] = []
    var placed: [FeedSection] = []
    var top = 0.0
    for section in sections {
      var items = section.items
      let layout: SectionLayout
      do {
        layout = try SectionLayout(
          section.recipe.options, items: section.layoutItems, viewport: viewport)
      } catch {
        failures.append(Failure(section: section.specification.id, reason: error.description))
        layout = SectionLayout(empty: section.recipe.options.type, viewport: viewport)
        items = []
      }
      let frame = FeedSection.Box(
        x: 0, y: top, width: viewport.width, height: layout.contentSize.height)
      placed.append(
        FeedSection(
          id: section.specification.id, kind: section.specification.kind,
          title: section.specification.title, frame: frame, layout: layout,
          presentation: section.recipe.presentation, items: items))
      top = frame.maxY
    }
    let document = FeedDocument(
      feed: feed, revision: revision, generatedAt: generatedAt, viewport: viewport,
      sections: placed)
    return (document, failures)
  }
}

extension ContentKind {
  /// The layout a section of this kind has unless its composition says otherwise.
  package var defaultLayout: LayoutType {
    switch self {
    case .featuredTopics: .shelf
    case .recentNews: .snapCarousel
    case .campaignBanners: .circularCarousel
    case .trendArticles: .uniformGrid
    case .pickupPhotos: .staggeredGrid
    case .favoriteScenes: .cardStack
    }
  }
}

extension LayoutItem {
  /// What a layout needs of `entity`.
  init(_ entity: some ContentEntity) {
    self.init(
      id: entity.id,
      mediaSize: entity.pictureSize.map {
        Size(width: Double($0.width), height: Double($0.height))
      })
  }
}

extension FeedItem {
  /// `entity` with its derived fields, as of `timeZone`.
  init(_ entity: some ContentEntity, timeZone: TimeZone) {
    let dateLabel = entity.publicationDate?.label(in: timeZone)
    let stars = entity.starRating.map { StarRating.fills(rating: $0) }
    self.entity = entity
    self.dateLabel = dateLabel
    self.stars = stars
    json = JSONWriter.encode { writer in
      writer.object { object in
        object.members(of: entity)
        if let dateLabel { object.member("date_label", dateLabel) }
        if let stars { object.array("stars", stars) { $0.value($1) } }
      }
    }
  }
}
