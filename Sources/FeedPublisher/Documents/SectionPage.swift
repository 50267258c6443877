import FeedLayout
import FeedModel
import LayoutCatalog
package import StrictJSON

/// Consecutive items of a section, with their frames in the coordinates of the whole section.
package struct SectionPage: Sendable {
  /// The frames of the page's items, and the other members of its layout.
  enum Geometry: Sendable {
    /// A part of the layout of the whole section, whose other members are published unchanged.
    case part(of: SectionLayout, Range<Int>)
    /// Placed after the preceding pages; its columns list the page's own items only.
    case grid(GridPage, Viewport)
  }

  let feed: String
  let revision: Int
  let specification: Composition.Section
  let frame: Rect
  let geometry: Geometry
  let presentation: LayoutPresentation
  let items: ArraySlice<FeedItem>
  /// The address of the next page; `nil` at the end.
  let next: String?
}

extension SectionPage {
  /// The size at which the picture of each item is drawn, in points.
  private var pictureSizes: ArraySlice<Size> {
    switch geometry {
    case .part(of: let layout, let range): layout.pictureSizes[range]
    case .grid(let page, _): page.pictureSizes[...]
    }
  }

  /// The page that holds all items of `section`.
  package init(whole section: FeedSection, of document: FeedDocument) {
    self.init(
      feed: document.feed, revision: document.revision, specification: section.specification,
      frame: section.frame, geometry: .part(of: section.layout, section.items.indices),
      presentation: section.presentation, items: section.items[...], next: nil)
  }

  /// Writes the page: what the section is, and the page's own items and frames.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("feed", feed)
      object.member("revision", revision)
      object.object("section") { section in
        specification.writeHead(frame: frame, to: &section)
        switch geometry {
        case .part(of: let layout, let range):
          section.key("layout")
          layout.write(to: &section, presentation: presentation, range: range)
        case .grid(let page, let viewport):
          section.object("layout") {
            page.write(to: &$0, viewport: viewport, presentation: presentation)
          }
        }
        section.items(items, drawnAt: pictureSizes)
      }
      object.key("next")
      if let next { object.value(next) } else { object.null() }
    }
  }
}
