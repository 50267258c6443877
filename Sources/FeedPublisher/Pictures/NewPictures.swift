package import FeedLayout
package import FeedModel

/// The pictures that a revision shows for the first time.
package struct NewPictures: Sendable {
  /// Those of documents of the default width.
  package let first: [Rendition]
  /// Those of documents of other widths alone.
  package let others: [Rendition]

  package init(first: [Rendition], others: [Rendition]) {
    self.first = first
    self.others = others
  }
}

extension Publication {
  /// The photos that its documents show.
  var shownPhotos: Set<PhotoID> {
    Set(feeds.values.flatMap { $0.content.shownPhotos })
  }
}

extension PreparedFeed {
  /// The photos that its items show.
  var shownPhotos: Set<PhotoID> {
    Set(sections.flatMap { $0.items.compactMap { $0.picture?.photo.id } })
  }

  /// The pictures of the documents for `viewports` that show photos other than `known`, in the order in which
  /// a client needs them: from top to bottom, and the formats and ratios of most clients first.
  package func renditions(
    for viewports: [Viewport], exceptOf known: Set<PhotoID>
  ) -> [Rendition] {
    guard !shownPhotos.isSubset(of: known) else { return [] }
    var seen: Set<Rendition> = []
    return viewports.flatMap { viewport in
      document(for: viewport).document.sections.flatMap { section in
        zip(section.items, section.layout.pictureSizes).flatMap { item, size in
          item.renditions(drawnAt: size, exceptOf: known)
        }
      }
    }.filter { seen.insert($0).inserted }
  }
}

extension FeedItem {
  fileprivate func renditions(drawnAt size: Size, exceptOf known: Set<PhotoID>) -> [Rendition] {
    guard let picture, !known.contains(picture.photo.id) else { return [] }
    return ItemPicture.ratios.reversed().flatMap { ratio in
      Rendition.Format.allCases.compactMap { format in
        picture.rendition(for: size, ratio: ratio, format: format)
      }
    }
  }
}
