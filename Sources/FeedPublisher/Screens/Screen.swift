package import FeedLayout
package import FeedModel
package import StrictJSON

/// A screen: the content of a feed with its layout, for one viewport, as of one revision.
package struct Screen: Sendable {
  /// The version of the published shape. Keys are only ever added to it.
  package static let schemaVersion = 1

  package let feed: String
  /// The revision that changed the screen last; 0 before the first write.
  package let revision: Int
  /// The time of that revision.
  package let generatedAt: Timestamp
  /// When an item or section of the feed next begins or ceases to be shown; `nil` for never.
  package let expiresAt: Timestamp?
  package let traits: ScreenTraits
  /// The locale of the texts and labels.
  package let locale: LocaleTag
  let notes: [DocumentNote]
  /// The addresses of the next pages of sections; `nil` for a preview, which has no pages.
  let pages: PageAddresses?
  /// The sections from top to bottom.
  package var sections: [Section] = []

  package var viewport: Viewport { traits.viewport }
  /// The items that have no place on the screen.
  package var errors: [ItemError] { sections.flatMap(\.errors) }
  /// The viewport's width and the height of all sections, in points.
  package var contentSize: Size {
    Size(width: viewport.width, height: sections.last?.frame.maxY ?? 0)
  }

  /// The screen with one of its sections only, at its place.
  package func only(_ section: Section) -> Screen {
    var screen = self
    screen.sections = [section]
    return screen
  }

  /// One section on a screen, or a page of it, with the items that its layout can draw.
  package struct Section: Sendable {
    /// The section of the composition, as its editors wrote it.
    let specification: Composition.Section
    /// The revision that changed the section last; 0 before the first write.
    package let revision: Int
    /// The frame of the section on the screen, in points.
    package private(set) var frame: Rect
    /// The header above the layout; `nil` for a section without one.
    package let header: HeaderDesign?
    /// The options of the layout, and the cell.
    package let design: SectionDesign
    /// The layout of all items of the section, or of those of a page that was placed after the preceding ones.
    package let layout: any SectionLayout
    /// The part of ``layout`` that is on the page; `nil` for all.
    var range: Range<Int>?
    /// The members of the layout that are published beside its frames.
    package let presentation: LayoutPresentation
    package let items: [FeedItem]
    /// Why the layout cannot draw the others.
    package let errors: [ItemError]
    /// The cursor of the first page behind the section's items; `nil` at the end, and without
    /// pages.
    private(set) var next: SectionCursor?
  }
}

extension Screen.Section {
  package var id: String { specification.id }
  package var kind: ContentKind { specification.kind }
  package var title: String { specification.title.text }
  /// The text below the title in the header; `nil` for none.
  package var subtitle: String? { specification.header?.subtitle?.text }
  /// The title of the header's action, which leads to all items; `nil` for none.
  package var actionTitle: String? { specification.header?.action?.title.text }
  /// The cell that is drawn inside the frames; `nil` for none.
  package var cell: Cell? { design.cell }
  /// The origin of the layout's coordinates in those of the section.
  package var layoutOrigin: Point { HeaderDesign.layoutOrigin(below: header) }
  /// The box in which the picture of each item is drawn.
  package var pictureBoxes: [PictureBox] {
    design.pictureBoxes(
      of: range.map { Array(layout.frames[$0]) } ?? layout.frames)
  }

  /// The section with its top edge at `top` points.
  func at(top: Double) -> Self {
    var section = self
    section.frame.y = top
    section.next = next?.at(top: top)
    return section
  }
}

extension Sequence<Double> {
  /// The top edges of sections with these heights, one below the other, and the height of all, in
  /// points. An empty section has no gap.
  func stacked(spacing: Double) -> (tops: [Double], height: Double) {
    var (tops, bottom): ([Double], Double?) = ([], nil)
    for height in self {
      let top = height > 0 ? bottom.map { $0 + spacing } ?? 0 : bottom ?? 0
      if height > 0 { bottom = top + height }
      tops.append(top)
    }
    return (tops, bottom ?? 0)
  }
}

extension Rect {
  /// Right edge, in points.
  package var maxX: Double { x + width }
  /// Bottom edge, in points.
  package var maxY: Double { y + height }
}

/// A note in a document about a parameter that could not be read, and has a default in its place.
package enum DocumentNote: String, CaseIterable, Hashable, Sendable {
  /// The parameter `locale` is not a locale; the document is in the default one.
  case unreadableLocale = "unreadable_locale"

  /// The explanation, which has nothing of the request: all who get the note get the same document.
  var detail: String {
    switch self {
    case .unreadableLocale:
      "locale: expected \(LocaleTag.form), or several separated by commas; this is in the default locale"
    }
  }
}

/// Why an item has no place on a screen: the layout cannot draw it, but only the others.
package struct ItemError: Hashable, Sendable, CustomStringConvertible {
  package let section: String
  /// The id of the item.
  package let item: Int
  /// What was expected and what was found.
  package let detail: String

  /// `nil` if `error` is not about an item.
  init?(_ error: LayoutError, in section: String) {
    guard let item = error.item else { return nil }
    self.section = section
    self.item = item.id
    detail = error.clause
  }

  package var description: String { "\(section): item \(item): \(detail)" }
}

extension JSONWriter {
  /// The member `notes`, if there is something to say.
  package mutating func notes(_ notes: [DocumentNote]) {
    guard !notes.isEmpty else { return }
    array("notes", notes) { writer, note in
      writer.object { object in
        object.member("code", note.rawValue)
        object.member("detail", note.detail)
      }
    }
  }

  /// Writes the errors of a document as its last member, if there are any.
  mutating func itemErrors(_ errors: [ItemError]) {
    guard !errors.isEmpty else { return }
    array("errors", errors) { writer, error in
      writer.object {
        $0.member("section", error.section)
        $0.member("item", error.item)
        $0.member("detail", error.detail)
      }
    }
  }
}

/// The box in which the picture of an item is drawn, in points.
package typealias PictureBox = (size: Size, contentMode: CellImage.ContentMode)

extension SectionDesign {
  /// The boxes in which the pictures of the items with `frames` are drawn.
  func pictureBoxes(of frames: [Frame]) -> [PictureBox] {
    var mode = CellImage.ContentMode.fill
    if case .image(let image)? = cell?.image?.content { mode = image.contentMode }
    return pictureSizes(of: frames).map { ($0, mode) }
  }
}
