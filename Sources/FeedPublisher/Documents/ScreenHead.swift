import FeedLayout
import FeedModel
import LayoutCatalog
import StrictJSON

/// What a document of a whole screen says of itself, beside its sections.
struct ScreenHead: Sendable {
  let feed: String
  let revision: Int
  let generatedAt: Timestamp
  let expiresAt: Timestamp?
  let traits: ScreenTraits

  /// Writes the whole screen.
  ///
  /// - Parameters:
  ///   - sections: its sections and their top edges, in points.
  ///   - height: of all sections, in points.
  func write(
    _ sections: [(fragment: SectionFragment, top: Double)], height: Double,
    to writer: inout JSONWriter
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
      object.array("sections", sections) { $1.fragment.write(at: $1.top, to: &$0) }
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

  /// The top edge of the next section, in points.
  var nextTop: Double { isEmpty ? 0 : height + spacing }

  /// Appends a section of `height` points.
  mutating func append(height: Double) {
    self.height = nextTop + height
    isEmpty = false
  }
}

/// A section as it is published at one width and text size, wherever it is on the screen.
struct SectionFragment: Sendable {
  /// In points, with the header.
  let height: Double
  /// Why it is empty although it should not be; `nil` for a section that could be laid out.
  let failure: PreparedFeed.Failure?
  /// The JSON up to the top edge, and behind it.
  private let beginning: ArraySlice<UInt8>
  private let rest: ArraySlice<UInt8>

  init(_ section: FeedSection, failure: PreparedFeed.Failure? = nil) {
    height = section.frame.height
    self.failure = failure
    var place = 0..<0
    let json = JSONWriter.encode { place = section.write(to: &$0) }
    beginning = json[..<place.lowerBound]
    rest = json[place.upperBound...]
  }

  /// About its size in memory, in bytes.
  var byteCount: Int { beginning.count + rest.count + 128 }

  /// Writes the section with its top edge at `top` points.
  func write(at top: Double, to writer: inout JSONWriter) {
    writer.raw(beginning, top, rest)
  }
}
