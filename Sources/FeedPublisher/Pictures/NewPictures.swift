import FeedLayout
package import FeedModel

/// The pictures that a revision shows for the first time.
package struct NewPictures: Sendable {
  /// The pictures of documents of the default width.
  package let first: [Rendition]
  /// The pictures of documents of other widths only.
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
    of feeds: [PreparedFeed], after former: [PreparedFeed], for viewports: [Viewport]
  ) {
    let formerFeeds = Dictionary(uniqueKeysWithValues: former.map { ($0.feed, $0) })
    let isDefault = { (viewport: Viewport) in viewport.width == Viewport.defaultWidth }
    var (first, others, seen) = ([Rendition](), [Rendition](), Set<Rendition>())
    for feed in feeds where formerFeeds[feed.feed]?.lastChange != feed.lastChange {
      for section in feed.sections where section.showsPhotos {
        let former = formerFeeds[feed.feed]?.sections.first { $0.id == section.id }
        if former?.lastChange == section.lastChange { continue }
        seen.formUnion(former?.renditions(for: viewports.filter(isDefault)) ?? [])
        let new = section.renditions(for: viewports.filter(isDefault)).filter {
          seen.insert($0).inserted
        }
        first += new
        // At other widths, the same photos are new.
        let photos = Set(new.map(\.photo))
        guard !photos.isEmpty else { continue }
        others += section.renditions(for: viewports.filter { !isDefault($0) }).filter {
          photos.contains($0.photo) && seen.insert($0).inserted
        }
      }
    }
    self.init(first: first, others: others)
  }
}

extension PreparedSection {
  /// Whether it shows photos of the store.
  fileprivate var showsPhotos: Bool { items.contains { $0.picture != nil } }

  /// The pictures of the section on screens for `viewports`, in the order in which a client needs them: from top
  /// to bottom, and the formats and ratios of most clients first.
  fileprivate func renditions(for viewports: [Viewport]) -> [Rendition] {
    viewports.flatMap { viewport in
      let section = placed(for: ScreenTraits(viewport), top: 0).section
      return zip(section.items, section.pictureBoxes).flatMap { item, box in
        item.renditions(in: box)
      }
    }
  }
}

extension FeedItem {
  fileprivate func renditions(in box: PictureBox) -> [Rendition] {
    guard let picture else { return [] }
    let size = picture.size(in: box)
    return ItemPicture.ratios.reversed().flatMap { ratio in
      Rendition.Format.allCases.compactMap { format in
        picture.rendition(for: size, ratio: ratio, format: format)
      }
    }
  }
}
