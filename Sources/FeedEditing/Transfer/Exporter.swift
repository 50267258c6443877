package import FeedModel
package import FeedStore

/// Reads a kind's items piece by piece, to be written elsewhere.
package struct Exporter: Sendable {
  /// How many items are in memory at a time.
  static let batchSize = 250

  private let kind: ContentKind
  private let query: ContentQuery
  private let moment: Timestamp?
  private let format: TransferFormat
  private var encoder: TransferEncoder
  private var position: ListPosition?
  /// Whether there is no other piece.
  package private(set) var isAtEnd = false
  private var hasBegun = false

  /// An export of the items of `kind` that match `query`.
  ///
  /// - Parameter moment: limits the export to the items shown at this time; `nil` for all items, whose
  ///   windows are then part of the document.
  package init(
    kind: ContentKind, query: ContentQuery = .all, format: TransferFormat,
    shownAt moment: Timestamp?
  ) {
    self.kind = kind
    self.query = query
    self.moment = moment
    self.format = format
    encoder = TransferEncoder(kind: kind, format: format, hasWindows: moment == nil)
  }

  /// The next piece of the document; `nil` at its end. It may be read with another reader than the
  /// one before: items written meanwhile may be included or not, and no item is included twice.
  package mutating func next(from reader: any ContentReader) throws -> [UInt8]? {
    guard !isAtEnd else { return nil }
    let items = try reader.items(
      of: kind, matching: query, visibility: moment.map { Visibility(at: $0) }, after: position,
      limit: Self.batchSize)
    var bytes = hasBegun ? [] : try beginning(from: reader)
    hasBegun = true
    bytes += encoder.encode(items)
    position = items.last.map { ListPosition(behind: $0.content, in: query) }
    if items.count < Self.batchSize {
      isAtEnd = true
      bytes += encoder.end
    }
    return bytes
  }

  private mutating func beginning(from reader: any ContentReader) throws -> [UInt8] {
    if format == .csv, kind.hasLocalizedFields {
      // A translator gets columns to fill in, even for a locale that no item has yet.
      let locales = try Set(
        reader.locales(of: kind, visibility: moment.map { Visibility(at: $0) })
          + (query.untranslated ?? []).prefix(1))
      encoder = TransferEncoder(
        kind: kind, format: format, hasWindows: moment == nil, locales: locales.sorted())
    }
    return encoder.beginning
  }
}
