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
    case grid(GridPage)
  }

  let feed: String
  let revision: Int
  let locale: LocaleTag
  let notes: [DocumentNote]
  let specification: Composition.Section
  let frame: Rect
  let header: HeaderDesign?
  let design: SectionDesign
  let geometry: Geometry
  let presentation: LayoutPresentation
  let items: [FeedItem]
  /// Why the layout cannot draw other items of the page.
  let errors: [ItemError]
  /// The address of the next page; `nil` at the end.
  let next: String?
}

extension SectionPage {
  /// The box in which the picture of each item is drawn.
  private var pictureBoxes: [PictureBox] {
    switch geometry {
    case .part(of: let layout, let range): design.pictureBoxes(of: Array(layout.frames[range]))
    case .grid(let page): design.pictureBoxes(of: page.frames)
    }
  }

  /// The page that holds all items of `section`.
  package init(whole section: FeedSection, of document: FeedDocument) {
    self.init(
      feed: document.feed, revision: section.revision, locale: document.locale,
      notes: document.head.notes, specification: section.specification,
      frame: section.frame, header: section.header, design: section.design,
      geometry: .part(of: section.layout, section.items.indices),
      presentation: section.presentation, items: section.items, errors: section.errors, next: nil)
  }

  /// Writes the page: the head of the section, and the page's own items and frames.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("feed", feed)
      object.member("revision", revision)
      object.object("section") { section in
        specification.writeHead(
          revision: revision, frame: frame, header: header, design: design, to: &section)
        switch geometry {
        case .part(of: let layout, let range):
          section.key("layout")
          layout.write(to: &section, presentation: presentation, range: range) {
            design.options.write(to: &$0)
          }
        case .grid(let page):
          section.object("layout") {
            page.write(
              to: &$0, viewport: design.traits.viewport, presentation: presentation)
            design.options.write(to: &$0)
          }
        }
        section.items(items, in: pictureBoxes)
      }
      object.member("locale", locale.text)
      object.notes(notes)
      object.key("next")
      if let next { object.value(next) } else { object.null() }
      object.itemErrors(errors)
    }
  }
}
