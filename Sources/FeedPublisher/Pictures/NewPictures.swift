import FeedLayout
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

extension PreparedFeed {
  /// The pictures of the documents for `viewports`, in the order in which a client needs them: from top to
  /// bottom, and the formats and ratios of most clients first.
  func renditions(for viewports: [Viewport]) -> [Rendition] {
    let hasPhotos = sections.contains { $0.items.contains { $0.picture != nil } }
    guard hasPhotos else { return [] }
    var seen: Set<Rendition> = []
    return viewports.flatMap { viewport in
      document(for: viewport).document.sections.flatMap { section in
        zip(section.items, section.pictureBoxes).flatMap { item, box in
          item.renditions(in: box)
        }
      }
    }.filter { seen.insert($0).inserted }
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
