public import FeedLayout
public import Foundation
public import StrictJSON

/// A whole screen: content and the place of every box, for one width.
///
/// Reading is tolerant: members, layouts, cells, slots and kinds that this version of the client does not know are no
/// errors, and ``raw`` has all of them.
public struct FeedDocument: Hashable, Sendable {
  /// The document as the server sent it.
  public let raw: JSONValue
  /// The version of the shape of documents. Members are only ever added to it.
  public let schemaVersion: Int
  /// The name of the feed.
  public let feed: String
  /// The revision that changed the document last.
  public let revision: Int
  /// The time of that revision.
  public let generatedAt: Date?
  /// When something of the document begins or ceases to be shown; `nil` if nothing is scheduled.
  public let expiresAt: Date?
  /// The width that the screen is laid out for, in points.
  public let viewportWidth: Double
  /// The size of all sections, in points.
  public internal(set) var contentSize: Size
  /// The size of text, as a share of the designed size.
  public let textSize: Double
  /// The direction of reading. Frames are mirrored in the document already.
  public let direction: LayoutDirection
  /// The locale of texts and labels, as a BCP 47 tag.
  public let locale: String
  /// The sections from top to bottom.
  public internal(set) var sections: [FeedSection]
  /// The sections that have no id or no frame, and cannot be placed.
  public let unreadableSections: [JSONValue]
}

/// The reason why something is no document of a feed.
public enum FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is not JSON.
  case json(DocumentProblems)
  /// It is JSON, but has no member `name` of the expected type.
  case missing(name: String)

  public var description: String {
    switch self {
    case .json(let problems): "no JSON: \(problems.listed.first?.description ?? "")"
    case .missing(let name): "no document of a feed: expected a member \(name)"
    }
  }
}

extension FeedDocument {
  /// The document that `data` has as its JSON text.
  ///
  /// - Throws: ``FeedDocumentError`` for what is not JSON, or has no viewport or list of sections. Nothing else
  ///   fails a document.
  public init(data: Data) throws(FeedDocumentError) {
    try self.init(Self.json(data))
  }

  static func json(_ data: Data) throws(FeedDocumentError) -> JSONValue {
    do throws(DocumentProblems) {
      return try JSONValue(data: data)
    } catch {
      throw .json(error)
    }
  }

  /// The document that `json` is.
  public init(_ json: JSONValue) throws(FeedDocumentError) {
    guard let list = json["sections"]?.array else { throw .missing(name: "sections") }
    guard let width = json["viewport"]?["width"]?.double, width > 0 else {
      throw .missing(name: "viewport.width")
    }
    raw = json
    viewportWidth = width
    schemaVersion = json["schema_version"]?.int ?? 1
    feed = json["feed"]?.string ?? ""
    revision = json["revision"]?.int ?? 0
    generatedAt = json["generated_at"]?.date
    expiresAt = json["expires_at"]?.date
    textSize = json["text_size"]?.double ?? 1
    direction = json["direction"]?.string.flatMap(LayoutDirection.init) ?? .leftToRight
    locale = json["locale"]?.string ?? ""
    let read = list.map { FeedSection($0, viewportWidth: width) }
    let sections = read.compactMap { $0 }
    self.sections = sections
    unreadableSections = zip(list, read).compactMap { $1 == nil ? $0 : nil }
    let bottom = sections.map(\.frame.maxY).max() ?? 0
    contentSize = Size(json["content_size"]) ?? Size(width: width, height: bottom)
  }

  /// The section called `id`.
  public func section(_ id: String) -> FeedSection? {
    sections.first { $0.id == id }
  }
}

extension JSONValue {
  /// A moment, as ISO 8601 writes it.
  var date: Date? {
    guard let string else { return nil }
    // Foundation takes days before 1582-10-15 for those of the Julian calendar. That of ISO 8601 repeats itself after
    // 400 years, so they are read 2000 years later.
    guard let year = Int(string.prefix(4)), year < 1_600 else { return Self.moment(string) }
    return Self.moment("\(year + 2_000)\(string.dropFirst(4))")?
      .addingTimeInterval(-5 * 146_097 * 86_400)
  }

  private static func moment(_ text: String) -> Date? {
    (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
      ?? (try? Date.ISO8601FormatStyle().parse(text))
  }
}
