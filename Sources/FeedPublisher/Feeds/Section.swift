package import FeedLayout
package import FeedModel
import FeedStore
import Foundation
import Synchronization

/// A section as of one revision, ready to be laid out for any viewport. Sections that show the same
/// share what is made of them in the cache.
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
  /// The error that prevents its layout on one of these screens; `nil` for none.
  private(set) var layoutFailure: Feed.Failure?
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
  /// The condition of clients that it is shown to; `nil` for everybody.
  var when: Targeting? { written.window.when }
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
  /// When it next shows something else to clients that meet one of `conditions`; `nil` for never.
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
    let (looks, problems) = SectionLooks.of(
      specification, in: preparation.catalogue, theme: preparation.theme)
    failures += problems.map {
      .init(section: specification.id, reason: "\($0.member): \($0.problem)")
    }
    let items = content.items.map { $0.localized(by: tags) }
    let edition = DocumentKey.edition(
      of: written.window.when == nil ? feed : DocumentKey.targeted(feed), in: locale)
    let pageLocale = locale.flatMap {
      preparation.pageLocale(behind: content, of: written.kind, in: $0)
    }
    let lastChange = preparation.lastChange(
      of: DocumentKey(feed: edition, section: specification.id),
      showing: .ofSection(
        specification, items, of: content, looks: looks, failures: failures,
        pagesIn: pageLocale))
    let (publishing, photos) = (preparation.publishing, content.photos)
    makeItems = { labels in
      items.map { item in
        FeedItem(
          item, photo: photos?.photo(of: item), in: specification, of: feed,
          publishing: publishing, labels: labels)
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
    cache = preparation.cache
    identity = cache.makeSpace()
    let known = served.filter { $0.id == specification.id }
    space = known.first { $0.lastChange == lastChange }?.space ?? identity
    // What some clients see is not checked.
    viewports = written.window.when == nil ? preparation.viewports : []
    let laidOut = known.first { $0.isLaidOut(as: specification, looks, layoutItems) }
    knownHeights = laidOut?.knownHeights ?? Heights()
    layoutFailure = laidOut?.layoutFailure
    if laidOut == nil, !viewports.isEmpty {
      // A layout that exists for these exists for those between them.
      let section = self
      layoutFailure =
        screens(ScreenTraits.extremes).lazy
        .compactMap { section.placed(for: $0).failure }.first
    }
  }

  /// Whether its frames are those of a section like this on every screen, as was checked.
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

  /// The heights with `traits` for clients of each version, in points; 0 if they do not see it.
  private func heights(on traits: ScreenTraits) -> [Double] {
    func height(for traits: ScreenTraits) -> Double {
      isShown(for: traits) ? placed(for: traits).section.frame.height : 0
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
  /// Whether clients see the section on screens with `traits`.
  package func isShown(for traits: ScreenTraits) -> Bool { isShown(upTo: traits.version) }

  /// Whether clients see the section that draw documents up to `version`.
  func isShown(upTo version: Int) -> Bool { looks.look(for: version) != nil }

  /// The section's look for a screen with `traits`.
  func look(for traits: ScreenTraits) -> SectionLooks.Look {
    looks.look(for: traits.version) ?? looks.own
  }

  /// Whether it is the value `other` itself, and was not read again.
  func isIdentical(to other: Section) -> Bool { identity == other.identity }

  /// Whether anything of it, or behind it, has a translation in `locale`.
  func isTranslated(in locale: LocaleTag, _ preparation: FeedPreparation) -> Bool {
    written.locales.contains(locale)
      || preparation.pageLocale(behind: shown, of: written.kind, in: locale) != nil
      || content.contains { $0.translations.contains { $0.locale == locale } }
  }

  /// The items with `labels`, which are made each time.
  func items(with labels: Labels) -> [FeedItem] { makeItems(reduced(labels)) }

  /// `labels` without what its items do not have.
  func reduced(_ labels: Labels) -> Labels {
    labels.reduced(for: CollectionOfOne(specification.kind))
  }
}

extension Feed {
  /// The items that a section shows, in its order, and their photos.
  package struct ShownItems: Sendable {
    package let items: [ContentItem]
    /// The photos that the items show; `nil` for none.
    var photos: ShownPhotos?
    /// The item behind the last one, which the section has no room for; `nil` at the end.
    var follower: Int?
    /// What its readers may know of its source; `nil` for all of it.
    var source: Composition.Source?
    /// When it shows other items.
    var boundaries = Boundaries.none
    /// The item behind the section that outlasts those before it, so that their ends do not count.
    var lastingFollower: Int?

    var byteCount: Int { items.reduce(0) { $0 + $1.byteCount } }
  }
}

extension Feed.ShownItems {
  /// `items` without photos of the store, and with nothing behind them.
  package init(items: [ContentItem]) { self.init(items: items, photos: nil) }
}

extension ContentItem {
  /// Approximately its size in memory, in bytes: its texts as content and as JSON, and the rest.
  fileprivate var byteCount: Int {
    (values + translations.map(\.value)).reduce(512) { count, value in
      if case .text(let text) = value { count + 3 * text.utf8.count } else { count + 64 }
    }
  }
}

extension PictureSize {
  /// The size of a picture that is missing, or whose size is not known: 200 points, in which
  /// clients draw a placeholder.
  package static let ofNoPicture = PictureSize(width: 200, height: 200)
}

extension LayoutItem {
  /// The layout input of `item`, whose picture has the size `pictureSize`, in pixels, if known.
  package init(_ item: ContentItem, pictureSize: PictureSize?) {
    self.init(
      id: item.id,
      mediaSize: pictureSize.map {
        Size(width: Double($0.width), height: Double($0.height))
      })
  }
}
