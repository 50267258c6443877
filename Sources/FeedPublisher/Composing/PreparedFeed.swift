package import FeedLayout
package import FeedModel
package import FeedStore
package import Foundation
import LayoutCatalog

/// A feed's content as of one revision, ready to be laid out for any viewport.
package struct PreparedFeed: Sendable {
  /// A section before its layout.
  struct Section: Sendable {
    let specification: Composition.Section
    let recipe: LayoutRecipe
    let items: [FeedItem]
    let layoutItems: [LayoutItem]
  }

  /// What a section shows, in its order.
  package struct ShownItems: Sendable {
    package let items: [ContentItem]
    /// The photos that the items show; `nil` for none.
    package let photos: ShownPhotos?

    package init(items: [ContentItem], photos: ShownPhotos? = nil) {
      self.items = items
      self.photos = photos
    }
  }

  /// A section that is empty because of an error.
  package struct Failure: Hashable, Sendable {
    package let section: String
    package let reason: String
  }

  package let composition: Composition
  /// 0 before the first write.
  package let revision: Int
  /// `nil` before the first write.
  let revisionID: UUID?
  package let generatedAt: Timestamp
  /// When something begins or ceases to be shown; `nil` if nothing is going to.
  package let expiresAt: Timestamp?
  /// The sections whose content could not be read, and those whose layout does not exist, which are
  /// laid out with the default layout of their kind.
  package let failures: [Failure]
  let sections: [Section]

  package var feed: String { composition.feed }

  /// Prepares what `composition` shows with `visibility`.
  ///
  /// The moment of `visibility` becomes the document's time of generation. In service it is the
  /// commit of the revision, so that every server makes the same bytes of a revision.
  ///
  /// - Parameter items: reads what a section shows. A section is empty if that throws.
  package init(
    _ composition: Composition, revision: Int, id revisionID: UUID? = nil,
    visibility: Visibility, until expiresAt: Timestamp?, publishing: ItemPublishing,
    items: (Composition.Section) throws -> ShownItems
  ) {
    self.composition = composition
    self.revision = revision
    self.revisionID = revisionID
    self.expiresAt = expiresAt
    generatedAt = visibility.moment
    var failures: [Failure] = []
    let shown = composition.sections.filter { visibility.shows($0.window) }
    sections = shown.map { specification in
      var shown = ShownItems(items: [])
      do {
        shown = try items(specification)
      } catch {
        failures.append(Failure(section: specification.id, reason: "\(error)"))
      }
      let recipe: LayoutRecipe
      do {
        recipe = try LayoutRecipe(of: specification)
      } catch {
        recipe = .standard(of: specification.kind)
        failures.append(Failure(section: specification.id, reason: "layout: \(error)"))
      }
      return Section(
        specification: specification, recipe: recipe,
        items: shown.items.enumerated().map { position, content in
          let place = FeedItem.Place(
            feed: composition.feed, revision: revision, section: specification,
            position: position)
          return FeedItem(
            content, photo: shown.photos?.photo(of: content), at: place, publishing: publishing)
        },
        layoutItems: shown.items.map {
          LayoutItem($0, pictureSize: $0.pictureSize(of: shown.photos?.photo(of: $0)))
        })
    }
    self.failures = failures
  }

  /// The document for a screen with `traits`, and the sections that could not be laid out. These are
  /// empty, and the other sections are laid out as usual.
  package func document(
    for traits: ScreenTraits
  ) -> (document: FeedDocument, failures: [Failure]) {
    var failures: [Failure] = []
    var placed: [FeedSection] = []
    var top = 0.0
    for section in sections {
      var design = section.design(for: traits)
      let header = section.header(for: traits)
      var items = section.items
      let layout: SectionLayout
      do {
        layout = try design.layout(of: section.layoutItems)
        design = design.fitted(to: layout.frames)
      } catch {
        failures.append(Failure(section: section.specification.id, reason: error.description))
        layout = design.emptyLayout
        items = []
      }
      let frame = Rect(
        x: 0, y: top, width: traits.viewport.width,
        height: (header?.height ?? 0) + layout.contentSize.height)
      placed.append(
        FeedSection(
          specification: section.specification, frame: frame, header: header, design: design,
          layout: layout, presentation: section.recipe.presentation, items: items))
      top = frame.maxY + composition.spacing
    }
    let document = FeedDocument(
      feed: feed, revision: revision, generatedAt: generatedAt, expiresAt: expiresAt,
      traits: traits, sections: placed)
    return (document, failures)
  }

  /// The same at the standard text size, from left to right.
  package func document(for viewport: Viewport) -> (document: FeedDocument, failures: [Failure]) {
    document(for: ScreenTraits(viewport))
  }
}

extension PreparedFeed.Section {
  /// The section's layout and cell for a screen with `traits`.
  func design(for traits: ScreenTraits) -> SectionDesign {
    let kind = specification.kind
    return SectionDesign(
      recipe.options, cell: CellName(rawValue: kind.cell ?? kind.name), roles: kind.cellRoles,
      for: traits)
  }

  /// The header for a screen with `traits`; `nil` for a section without one.
  func header(for traits: ScreenTraits) -> HeaderDesign? {
    specification.header.map {
      HeaderDesign(
        height: $0.height, hasSubtitle: $0.subtitle != nil, hasAction: $0.action != nil,
        for: traits)
    }
  }
}

extension ContentKind {
  /// What the cells of the kind can show.
  var cellRoles: Set<CellRole> {
    Set(roles.all.compactMap { CellRole(rawValue: $0.role.rawValue) })
  }
}

extension PreparedFeed {
  /// Prepares what `composition` shows of the content of `reader`. A damaged item leaves its section empty.
  ///
  /// - Parameter id: the only section whose items are read; the others are empty. `nil` for all.
  /// - Throws: ``StoreError`` for any other reason, such as a storage that failed: a section must not be
  ///   published empty whose items are there.
  init(
    _ composition: Composition, reader: any ContentReader, section id: String? = nil,
    revision: Revision?, visibility: Visibility, until expiresAt: Timestamp?,
    publishing: ItemPublishing
  ) throws {
    var failure: StoreError?
    self.init(
      composition, revision: revision?.number ?? 0, id: revision?.id, visibility: visibility,
      until: expiresAt, publishing: publishing
    ) { section in
      guard id == nil || id == section.id else { return ShownItems(items: []) }
      do {
        let items = try reader.items(of: section, visibility: visibility)
        return ShownItems(items: items, photos: try ShownPhotos(of: items, in: reader))
      } catch let error as StoreError where !error.isOfItem {
        failure = error
        throw error
      }
    }
    if let failure { throw failure }
  }
}

extension FeedStore {
  /// `feed` with the content of a revision, by default the newest one, as it is shown at `moment`, by default
  /// when that was written; `nil` if there is no such feed.
  ///
  /// - Parameter now: used instead of the newest revision before there is one, and if it is from the future.
  /// - Throws: ``StoreError``, and `DocumentProblems` for a stored composition that is not valid.
  package func preparedFeed(
    _ feed: String, at moment: Timestamp? = nil, revision former: Int? = nil,
    includesDrafts: Bool = false, publishing: ItemPublishing, now: Timestamp
  ) async throws -> PreparedFeed? {
    let prepare = { @Sendable (reader: any ContentReader) throws -> PreparedFeed? in
      try reader.preparedFeed(
        feed, at: moment, revision: try reader.latestRevision(), includesDrafts: includesDrafts,
        publishing: publishing, now: now)
    }
    return if let former { try await read(at: former, prepare) } else { try await read(prepare) }
  }
}

extension ContentReader {
  /// `feed` with the content that is read, as it is shown at `moment`, by default when `revision` was written;
  /// `nil` if there is no such feed.
  ///
  /// - Parameters:
  ///   - revision: what the document names.
  ///   - now: used instead of a revision before there is one, and if it is from the future.
  /// - Throws: ``StoreError``, and `DocumentProblems` for a stored composition that is not valid.
  package func preparedFeed(
    _ feed: String, at moment: Timestamp?, revision: Revision?, includesDrafts: Bool,
    publishing: ItemPublishing, now: Timestamp
  ) throws -> PreparedFeed? {
    guard let composition = try composition(of: feed) else { return nil }
    let visibility = Visibility(
      at: moment ?? revision?.shownMoment(at: now) ?? now, includesDrafts: includesDrafts)
    let others = try feedNames().compactMap { try? self.composition(of: $0) }
    return try PreparedFeed(
      composition, reader: self, revision: revision, visibility: visibility,
      until: try nextBoundary(after: visibility.moment, of: others), publishing: publishing)
  }
}

extension LayoutItem {
  /// What a layout needs of `item`, whose picture has the size `pictureSize`, in pixels.
  package init(_ item: ContentItem, pictureSize: PictureSize?) {
    self.init(
      id: item.id,
      mediaSize: pictureSize.map {
        Size(width: Double($0.width), height: Double($0.height))
      })
  }
}
