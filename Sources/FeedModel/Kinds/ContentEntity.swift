/// One item of editorial content.
///
/// An entity names each of its fields once, in ``visitFields(with:)``, and nowhere else does anything
/// list them: JSON and CSV, SQLite columns, what lists are filtered and sorted by, the OpenAPI document
/// and problem reports all follow from there. A new field is a property, a line there, and a migration
/// that adds its column.
public protocol ContentEntity: Codable, Hashable, Identifiable, Sendable where ID == Int {
  /// Which of the six kinds this is.
  static var kind: ContentKind { get }

  /// Positive, and unique in its kind.
  var id: Int { get set }

  /// An item with empty fields.
  init()

  /// Shows every field to `fields`, in the published order, by the rule that its values keep.
  mutating func visitFields(with fields: inout some FieldVisitor)

  /// What a person would call the item.
  var headline: String { get }
  /// The moment it was published; `nil` for kinds without one.
  var publicationDate: Timestamp? { get }
  /// 0…5; `nil` for kinds without a rating.
  var starRating: Double? { get }
  /// Longer text that belongs to the headline; `nil` for kinds without one.
  var summary: String? { get }
  /// Where its picture is.
  var pictureURL: String { get }
  /// Its picture's own size; `nil` for kinds that do not record it.
  var pictureSize: PictureSize? { get }
}

extension ContentEntity {
  public var publicationDate: Timestamp? { nil }
  public var starRating: Double? { nil }
  public var summary: String? { nil }
  public var pictureSize: PictureSize? { nil }

  /// Takes every field from `fields`, in the published order. A field that is missing or wrong is
  /// noted by the reader, which answers with a stand-in; the caller then drops the entity.
  public init(reading fields: inout some FieldReader) {
    self.init()
    visitFields(with: &fields)
  }

  /// Hands every field to `fields`, in the published order.
  public func write(to fields: inout some FieldWriter) {
    // A visitor may change what it visits; a writer does not.
    var entity = self
    entity.visitFields(with: &fields)
  }
}

/// The size of a picture in pixels, both sides positive.
public struct PictureSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
