import FeedLayout
import FeedModel
import LayoutCatalog
import StrictJSON

/// The members of a screen's document beside its sections.
struct ScreenHead: Sendable {
  let feed: String
  let revision: Int
  let generatedAt: Timestamp
  let expiresAt: Timestamp?
  let locale: LocaleTag
  let notes: [DocumentNote]
  let traits: ScreenTraits
  /// The addresses of the next pages of sections; `nil` for a preview, which has no pages.
  let pages: PageAddresses?

  /// Writes the whole screen.
  ///
  /// - Parameters:
  ///   - sections: its sections and their top edges, in points.
  ///   - height: of all sections, in points.
  func write(
    _ sections: [(fragment: SectionFragment, top: Double)], height: Double,
    to writer: inout JSONWriter
  ) {
    write(sections, height: height, to: &writer) { ($0.fragment, $0.top) }
  }

  /// Writes the whole screen, whose sections are made one after the other.
  ///
  /// - Parameters:
  ///   - sections: what its sections are made of.
  ///   - height: of all sections, in points.
  ///   - make: makes a section, and its top edge in points.
  func write<Section>(
    _ sections: [Section], height: Double, to writer: inout JSONWriter,
    making make: (Section) -> (fragment: SectionFragment, top: Double)
  ) {
    writer.object { object in
      object.member("schema_version", FeedDocument.schemaVersion)
      object.member("feed", feed)
      object.member("revision", revision)
      object.member("generated_at", generatedAt.rfc3339)
      object.key("expires_at")
      if let expiresAt { object.value(expiresAt.rfc3339) } else { object.null() }
      object.object("viewport") { traits.viewport.write(to: &$0) }
      object.member("content_size", Size(width: traits.viewport.width, height: height))
      object.member("text_size", traits.textSize.share)
      object.member("direction", traits.direction.rawValue)
      object.member("locale", locale.text)
      object.notes(notes)
      var errors: [ItemError] = []
      object.array("sections", sections) { writer, section in
        let (fragment, top) = make(section)
        fragment.write(at: top, of: feed, pages, to: &writer)
        errors += fragment.errors
      }
      object.itemErrors(errors)
    }
  }
}

/// The sections of a screen on top of each other.
struct SectionColumn {
  /// The gap between two sections, in points.
  let spacing: Double
  /// The bottom edge of the last section, in points.
  private(set) var height = 0.0
  private var isEmpty = true

  init(spacing: Double) {
    self.spacing = spacing
  }

  /// The top edge of the next section that is not empty, in points.
  var nextTop: Double { isEmpty ? 0 : height + spacing }

  /// Appends a section of `height` points, and returns its top edge. An empty section has no gap.
  mutating func append(height: Double) -> Double {
    let top = height > 0 ? nextTop : self.height
    self.height = top + height
    if height > 0 { isEmpty = false }
    return top
  }
}

/// A section as it is published at one width and text size, wherever it is on the screen.
struct SectionFragment: Sendable {
  /// The height in points, with the header.
  let height: Double
  /// The JSON up to the top edge, and from there to the address of the next page.
  private let beginning: ArraySlice<UInt8>
  private let rest: ArraySlice<UInt8>
  let id: String
  let errors: [ItemError]
  /// The number of items of the next page.
  private let limit: Int
  private let next: SectionCursor?

  init(_ section: FeedSection) {
    height = section.frame.height
    var place = 0..<0
    let json = JSONWriter.encode { place = section.write(to: &$0) }
    beginning = json[..<place.lowerBound]
    rest = json[place.upperBound...].dropLast()
    id = section.id
    errors = section.errors
    limit = section.specification.limit
    next = section.next
  }

  /// The estimated size in memory, in bytes.
  var byteCount: Int {
    errors.reduce(beginning.count + rest.count + 128) { $0 + 64 + $1.detail.utf8.count }
  }

  /// Writes the section, of the feed called `feed`, with its top edge at `top` points.
  func write(
    at top: Double, of feed: String, _ pages: PageAddresses?, to writer: inout JSONWriter
  ) {
    writer.raw(beginning, top, rest)
    writer.continuingObject { object in
      object.member("next", optional: address(at: top, of: feed, pages)) { $0.value($1) }
    }
  }

  private func address(at top: Double, of feed: String, _ pages: PageAddresses?) -> String? {
    next.flatMap { try? pages?.page(at: $0.at(top: top), of: id, in: feed, limit: limit) }
  }
}
