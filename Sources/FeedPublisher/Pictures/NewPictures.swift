import FeedLayout
package import FeedModel

/// The pictures that a revision shows for the first time.
package struct NewPictures: Sendable {
  /// The pictures that are made quickly, those of the default width first: WebP and JPEG.
  package let first: [Rendition]
  /// The pictures that take longer: AVIF, for which WebP stands in.
  package let others: [Rendition]

  package init(first: [Rendition], others: [Rendition]) {
    self.first = first
    self.others = others
  }
}

extension NewPictures {
  /// The pictures that the sections of `feeds` show and those of `former` did not.
  ///
  /// - Parameter viewports: the screens that they are shown on.
  init(
    of feeds: [Feed], after former: [Feed], for viewports: [Viewport]
  ) {
    let formerFeeds = Dictionary(uniqueKeysWithValues: former.map { ($0.name, $0) })
    let feeds = feeds.filter { feed in
      formerFeeds[feed.name].map { !feed.isIdentical(to: $0) } ?? true
    }
    let isDefault = { (viewport: Viewport) in viewport.width == Viewport.defaultWidth }
    let ordered = viewports.filter(isDefault) + viewports.filter { !isDefault($0) }
    var (pictures, seen) = (ordered.map { _ in [Rendition]() }, Set<Rendition>())
    for edition in feeds.flatMap(\.allEditions) {
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
    self.init(first: all.filter { $0.format != .avif }, others: all.filter { $0.format == .avif })
  }
}

extension Section {
  /// Whether it shows photos of the store.
  fileprivate var showsPhotos: Bool { shown.photos?.isEmpty == false }

  /// The pictures of the section on a screen for `viewport`, in the order in which a client needs them: from top
  /// to bottom, and the formats and ratios of most clients first.
  fileprivate func renditions(for viewport: Viewport) -> [Rendition] {
    let section = placed(for: ScreenTraits(viewport), top: 0, in: .anyLabels).section
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
