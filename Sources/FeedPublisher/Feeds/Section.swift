package import FeedLayout
package import FeedModel
import FeedStore
import Foundation
import LayoutCatalog
import Synchronization

/// A section as of one revision, ready to be laid out for any viewport. What is made of one in service is kept in a cache,
/// and sections that show the same share it.
package struct Section: Sendable {
  /// The section as its editors wrote it, in all locales.
  let written: Composition.Section
  /// The section with the texts that its readers see.
  let specification: Composition.Section
  /// How it is drawn.
  let looks: SectionLooks
  /// The items as they are stored, in all locales.
  let shown: Feed.ShownItems
  private let makeItems: @Sendable (Labels) -> [FeedItem]
  /// The key of the edition that it belongs to.
  package let feed: String
  /// Where what is made of it is kept. Sections that show the same share it.
  let cache: DocumentCache
  let space: DocumentCache.Space
  /// Tells a section that was read again from one that was kept.
  private let identity: DocumentCache.Space
  /// The screens that its layout is checked for, and its heights on them.
  private let viewports: [Viewport]
  private let knownHeights: Heights
  /// The error that prevents its layout on one of these screens; `nil` if it can be laid out, or is not checked.
  private(set) var layoutFailure: Feed.Failure?
  /// The estimated size in memory, in bytes.
  let byteCount: Int

  let layoutItems: [LayoutItem]
  /// The 0-based position of the first item in the whole section.
  let firstPosition: Int
  /// The revision that changed the section last.
  let lastChange: LastChange
  /// The locale of the pages behind it, if they may differ from those of other locales.
  let pageLocale: LocaleTag?
  /// The conditions on its items; `nil` if there are none.
  var targeting: SectionTargeting?
  /// The errors because of which it is empty, or has the default layout of its kind.
  let failures: [Feed.Failure]

  package var id: String { specification.id }
  /// The kind of its items.
  package var kind: ContentKind { specification.kind }
  /// The revision that changed it last.
  package var revision: Int { lastChange.number }
  /// The items as they are stored, in all locales.
  var content: [ContentItem] { shown.items }
  /// The item that would come next if the section showed more; `nil` at the end.
  var follower: Int? { shown.follower }
  /// The ids of the items behind it whose changes can change the section or its boundaries.
  var followers: [Int] { [shown.follower, shown.lastingFollower].compactMap(\.self) }
  /// When something else that it finds is next shown, or not any more, to clients that meet one of `conditions`; `nil`
  /// for never.
  package func nextBoundary(meeting conditions: Set<Targeting>) -> Timestamp? {
    targeting?.nextBoundary(where: conditions.contains)
  }
  /// When it shows other items, as long as it is shown itself.
  var boundaries: Boundaries { shown.boundaries }
  /// The id of the revision that changed the section last; `nil` before the first write.
  var revisionID: UUID? { lastChange.id }

  /// Section `written` of `feed` with its items.
  ///
  /// - Parameters:
  ///   - shown: its items, or the reason why they could not be read.
  ///   - firstPosition: the position of the first of them, for a page.
  ///   - locale: the locale of the edition; `nil` for the default one.
  ///   - served: sections in service, one of which may show the same.
  ///   - preparation: the revision that is prepared.
  init(
    _ written: Composition.Section, of feed: String,
    showing shown: Result<Feed.ShownItems, any Error>, from firstPosition: Int = 0,
    in locale: LocaleTag? = nil, insteadOf served: [Section] = [], _ preparation: FeedPreparation
  ) {
    let tags = locale.map { preparation.publishing.locales.lookup(for: $0) } ?? []
    let specification = written.localized(by: tags)
    var failures: [Feed.Failure] = []
    var content = Feed.ShownItems(items: [])
    switch shown {
    case .success(let items): content = items
    case .failure(let error): failures.append(.init(section: specification.id, reason: "\(error)"))
    }
    let (looks, problems) = SectionLooks.of(specification)
    failures += problems.map {
      .init(section: specification.id, reason: "\($0.member): \($0.problem)")
    }
    let items = content.items.map { $0.localized(by: tags) }
    let edition = DocumentKey.edition(
      of: written.window.when == nil ? feed : DocumentKey.targeted(feed), in: locale)
    let pageLocale = locale.flatMap {
      preparation.hasPages(behind: content, of: written.kind, in: $0) ? $0 : nil
    }
    let lastChange = preparation.lastChange(
      of: DocumentKey(feed: edition, section: specification.id),
      showing: .ofSection(
        specification, items, of: content, looks: looks, failures: failures,
        pagesIn: pageLocale))
    let (publishing, photos) = (preparation.publishing, content.photos)
    makeItems = { labels in
      let place = FeedItem.Place(feed: feed, section: specification)
      return items.map { item in
        FeedItem(
          item, photo: photos?.photo(of: item), at: place, publishing: publishing, labels: labels)
      }
    }
    let layoutItems = items.map {
      LayoutItem($0, pictureSize: $0.pictureSize(of: photos?.photo(of: $0)) ?? .ofNoPicture)
    }
    self.layoutItems = layoutItems
    self.shown = content
    self.pageLocale = pageLocale
    self.written = written
    self.looks = looks
    self.firstPosition = firstPosition
    self.specification = specification
    self.lastChange = lastChange
    self.failures = failures
    self.feed = DocumentKey.edition(
      of: preparation.isOfVariant ? DocumentKey.targeted(feed) : feed, in: locale)
    byteCount = content.byteCount + 2 * MemoryLayout<Section>.stride
    cache = preparation.service.cache
    identity = cache.makeSpace()
    let known = served.filter { $0.id == specification.id }
    space = known.first { $0.lastChange == lastChange }?.space ?? identity
    // What some clients see is not checked.
    viewports = written.window.when == nil ? preparation.service.viewports : []
    let laidOut = known.first { $0.isLaidOut(as: specification, looks, layoutItems) }
    knownHeights = laidOut?.knownHeights ?? Heights()
    layoutFailure = laidOut?.layoutFailure
    if laidOut == nil, !viewports.isEmpty {
      // A layout that exists for these exists for those between them.
      let section = self
      layoutFailure = screens(ScreenTraits.extremes).lazy
        .compactMap { section.placed(for: $0, top: 0).failure }.first
    }
  }

  /// Whether its frames and those of its items are those of a section like this on every screen, as was checked.
  private func isLaidOut(
    as specification: Composition.Section, _ looks: SectionLooks, _ layoutItems: [LayoutItem]
  ) -> Bool {
    !viewports.isEmpty && self.specification == specification && self.looks == looks
      && self.layoutItems == layoutItems
  }

  /// Its heights on the screens that it is checked for, in points.
  var heights: [Double] {
    knownHeights.known {
      viewports.flatMap { viewport in heights(on: ScreenTraits(viewport)) }
    }
  }

  /// The heights on a screen with `traits` for clients of each version, in points; 0 for those that do not see it.
  private func heights(on traits: ScreenTraits) -> [Double] {
    func height(for traits: ScreenTraits) -> Double {
      isShown(for: traits) ? placed(for: traits, top: 0).section.frame.height : 0
    }
    let newest = height(for: traits)
    return DocumentVersion.all.map { version in
      looks.otherVersions.contains(version) ? height(for: traits.drawing(version: version)) : newest
    }
  }

  /// The screens of `traits`, each for all clients that see something of their own.
  private func screens(_ traits: [ScreenTraits]) -> [ScreenTraits] {
    traits.flatMap { traits in
      [traits] + looks.otherVersions.map(traits.drawing).filter(isShown)
    }
  }
}

/// The heights of a section, which are needed when something of its feed changes.
private final class Heights: Sendable {
  private let heights = Mutex<[Double]?>(nil)

  /// The heights, made by `make` the first time.
  func known(_ make: () -> [Double]) -> [Double] {
    heights.withLock { heights in
      let known = heights ?? make()
      heights = known
      return known
    }
  }
}

extension Section {
  /// The items with `labels`, which are made each time.
  func items(with labels: Labels) -> [FeedItem] { makeItems(reduced(labels)) }

  /// `labels` without what its items do not have.
  func reduced(_ labels: Labels) -> Labels {
    labels.reduced(for: CollectionOfOne(specification.kind))
  }

  /// Whether clients see the section on screens with `traits`.
  func isShown(for traits: ScreenTraits) -> Bool { looks.look(for: traits.version) != nil }

  /// The section's look for a screen with `traits`.
  func look(for traits: ScreenTraits) -> SectionLooks.Look {
    looks.look(for: traits.version) ?? looks.own
  }

  /// Whether it is the value `other` itself, and was not read again.
  func isIdentical(to other: Section) -> Bool { identity == other.identity }

  /// Whether anything of it, or behind it, has a translation in `locale`.
  func isTranslated(in locale: LocaleTag, _ preparation: FeedPreparation) -> Bool {
    written.locales.contains(locale)
      || preparation.hasPages(behind: shown, of: written.kind, in: locale)
      || content.contains { $0.translations.contains { $0.locale == locale } }
  }

  /// The section on a screen with `traits`, with its top edge at `top` points. Items that its layout cannot draw
  /// are left out, and named in its errors. A section that cannot be laid out is empty, and the reason is returned.
  ///
  /// - Parameters:
  ///   - locale: the locale of its items; `nil` for a section without its items, of which only the geometry counts.
  ///   - items: the items with the labels of the locale; `nil` to make them.
  ///   - includesNext: whether the cursor of the items that it does not show is made, too.
  func placed(
    for traits: ScreenTraits, top: Double, in locale: DocumentLocale? = nil,
    showing items: [FeedItem]? = nil, includingNext includesNext: Bool = false
  ) -> (section: FeedSection, failure: Feed.Failure?) {
    var design = design(for: traits)
    let header = header(for: traits)
    var items = items ?? locale.map { self.items(with: $0.labels) } ?? []
    var errors: [ItemError] = []
    var failure: Feed.Failure?
    let layout: SectionLayout
    do {
      let drawn: DrawableItems
      (layout, drawn) = try design.layoutOfDrawable(layoutItems)
      if !drawn.errors.isEmpty, !items.isEmpty { items = drawn.indices.map { items[$0] } }
      errors = drawn.errors.compactMap { ItemError($0, in: id) }
      design = design.fitted(to: layout.frames)
    } catch {
      failure = Feed.Failure(section: id, reason: error.description)
      layout = design.emptyLayout
      items = []
    }
    let frame = Rect(
      x: 0, y: top, width: traits.viewport.width,
      height: (header?.height ?? 0) + layout.contentSize.height)
    let section = FeedSection(
      specification: specification, revision: lastChange.number, frame: frame, header: header,
      design: design, layout: layout, presentation: look(for: traits).recipe.presentation,
      items: items, errors: errors,
      next: includesNext && failure == nil
        ? next(
          for: traits, in: locale?.otherTag, top: top, height: layout.contentSize.height) : nil)
    return (section, failure)
  }

  /// The section as the next one of `column` on a screen with `traits`; see
  /// ``placed(for:top:in:includingNext:)``.
  func placed(
    on column: inout SectionColumn, for traits: ScreenTraits, in locale: DocumentLocale
  ) -> (section: FeedSection, failure: Feed.Failure?) {
    let placed = placed(for: traits, top: column.nextTop, in: locale, includingNext: true)
    let top = column.append(height: placed.section.frame.height)
    // An empty section is found to be one when it has been laid out.
    return top == placed.section.frame.y
      ? placed : self.placed(for: traits, top: top, in: locale, includingNext: true)
  }

  /// The cursor of the items that the section does not show on a screen with `traits`; `nil` at the end, and for a
  /// layout that depends on every item.
  private func next(
    for traits: ScreenTraits, in locale: LocaleTag?, top: Double, height: Double
  ) -> SectionCursor? {
    let design = design(for: traits)
    let drawn = design.drawable(layoutItems).items
    guard look(for: traits).recipe.hasPages, follower != nil, let last = content.last,
      var continuation = SectionContinuation(design),
      (try? continuation.place(design.items(drawn), inSectionOfHeight: height)) != nil
    else { return nil }
    return beginning(for: traits, in: locale, top: top, height: height)
      .moved(to: drawn.count, height: height, continuation: continuation)
      .leaving(behind: last, sortedBy: specification.source.sort, isOpen: true)
  }

  /// The cursor of the first item, for a section whose layout is `height` points high, with its top edge at `top`
  /// points.
  ///
  /// - Parameter locale: the locale of the pages; `nil` for the default one.
  func beginning(
    for traits: ScreenTraits, in locale: LocaleTag?, top: Double, height: Double
  ) -> SectionCursor {
    SectionCursor(
      revision: lastChange.number, revisionID: revisionID, position: 0,
      width: traits.viewport.width,
      textSize: traits.textSize == .standard ? nil : traits.textSize.share,
      direction: traits.direction == .leftToRight ? nil : traits.direction.rawValue,
      locale: locale?.text,
      version: traits.version == DocumentVersion.newest ? nil : traits.version,
      top: top, height: height,
      continuation: SectionContinuation(design(for: traits)))
  }

  /// The section's layout and cell for a screen with `traits`.
  func design(for traits: ScreenTraits) -> SectionDesign {
    let look = look(for: traits)
    return SectionDesign(look, of: specification.kind, for: traits)
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

extension SectionDesign {
  /// The design of a section of `kind` with `look` on a screen with `traits`.
  init(_ look: SectionLooks.Look, of kind: ContentKind, for traits: ScreenTraits) {
    self.init(look.recipe.options, cell: look.cell, roles: kind.cellRoles, for: traits)
  }
}

extension ContentKind {
  /// The roles that the cells of the kind can show.
  var cellRoles: Set<CellRole> {
    Set(roles.all.compactMap { CellRole(rawValue: $0.role.rawValue) })
  }
}

extension PictureSize {
  /// The size with which an item is laid out whose picture is missing, or has no known size: a square of 200 points. The
  /// other items of the section have their places, and clients draw a placeholder in that of this one.
  package static let ofNoPicture = PictureSize(width: 200, height: 200)
}

extension LayoutItem {
  /// The layout input of `item`, whose picture has the size `pictureSize`, in pixels; `nil` if it is not known.
  package init(_ item: ContentItem, pictureSize: PictureSize?) {
    self.init(
      id: item.id,
      mediaSize: pictureSize.map {
        Size(width: Double($0.width), height: Double($0.height))
      })
  }
}
