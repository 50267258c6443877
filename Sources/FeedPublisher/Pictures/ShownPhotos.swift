import FeedLayout
package import FeedModel
package import FeedStore
import StrictJSON

/// The photos of the store that items show.
package struct ShownPhotos: Sendable {
  private let photos: [PhotoID: Photo]
  private let byAddress: [ExactText: PhotoID]

  /// The photos that `items` show in any locale, read from `reader`.
  package init(of items: [ContentItem], in reader: any ContentReader) throws {
    let items = items + items.flatMap(\.itemsWithOtherPictures)
    let addresses = Set(items.compactMap(\.pictureURL?.exact))
    byAddress = try reader.photos(assignedTo: addresses)
    var photos: [PhotoID: Photo] = [:]
    for item in items {
      guard let id = Self.photo(of: item, byAddress), photos[id] == nil else { continue }
      photos[id] = try reader.photo(id)
    }
    self.photos = photos
  }

  var isEmpty: Bool { photos.isEmpty }

  /// The photo that `item`, as a reader sees it, shows; `nil` if its picture is not in the store.
  package func photo(of item: ContentItem) -> Photo? {
    Self.photo(of: item, byAddress).flatMap { photos[$0] }
  }

  private static func photo(of item: ContentItem, _ byAddress: [ExactText: PhotoID]) -> PhotoID? {
    if let id = item.photoID { return id }
    return item.pictureURL.flatMap { byAddress[$0.exact] ?? PhotoAddress.photo(in: $0) }
  }
}

extension ContentItem {
  /// The item in each of the locales in which it has another picture.
  fileprivate var itemsWithOtherPictures: [ContentItem] {
    guard !translations.isEmpty, let image = kind.roles[.image] else { return [] }
    return translations(of: image).map { localized(by: [$0.locale]) }
  }
}

/// The pictures that a revision shows for the first time: those that are made quickly, WebP and JPEG of the default width
/// first; and those that take longer: AVIF, for which WebP stands in.
package typealias NewPictures = (first: [Rendition], others: [Rendition])

extension [Feed] {
  /// The pictures that these feeds show on `viewports` and `former` did not.
  func newPictures(after former: [Feed], for viewports: [Viewport]) -> NewPictures {
    let formerFeeds = Dictionary(uniqueKeysWithValues: former.map { ($0.name, $0) })
    let feeds = filter { feed in
      formerFeeds[feed.name].map { !feed.isIdentical(to: $0) } ?? true
    }
    let isDefault = { (viewport: Viewport) in viewport.width == Viewport.defaultWidth }
    let ordered = viewports.filter(isDefault) + viewports.filter { !isDefault($0) }
    var (pictures, seen) = (ordered.map { _ in [Rendition]() }, Set<Rendition>())
    for edition in feeds.flatMap(\.withEditions) {
      let formerFeed = formerFeeds[edition.name]
      let former = edition.locale.map { formerFeed?.editions[$0] } ?? formerFeed
      guard former?.lastChange != edition.lastChange else { continue }
      for section in edition.sections where section.showsPhotos {
        let former = former?.sections.first { $0.id == section.id }
        if former?.lastChange == section.lastChange { continue }
        for (index, viewport) in ordered.enumerated() {
          seen.formUnion(former?.renditions(for: viewport) ?? [])
          pictures[index] += section.renditions(for: viewport).filter { seen.insert($0).inserted }
        }
      }
    }
    let all = pictures.flatMap(\.self)
    return (all.filter { $0.format != .avif }, all.filter { $0.format == .avif })
  }
}

extension Section {
  fileprivate var showsPhotos: Bool { shown.photos?.isEmpty == false }

  /// The pictures of the section on a screen for `viewport`, in the order in which most clients
  /// need them.
  fileprivate func renditions(for viewport: Viewport) -> [Rendition] {
    let section = placed(for: ScreenTraits(viewport), in: .anyLabels).section
    return zip(section.items, section.pictureBoxes).flatMap { item, box in
      item.renditions(in: box)
    }
  }
}

extension FeedItem {
  fileprivate func renditions(in box: PictureBox) -> [Rendition] {
    guard let picture else { return [] }
    return Rendition.Format.allCases.flatMap { format in
      ItemPicture.ratios.reversed().compactMap { ratio in
        picture.rendition(for: box, ratio: ratio, format: format)
      }
    }
  }
}
