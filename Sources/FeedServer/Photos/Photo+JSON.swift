import FeedModel
import FeedPublisher
import StrictJSON

extension JSONWriter {
  mutating func photo(_ photo: Photo, at addresses: PictureAddresses) {
    object { object in
      object.member("id", photo.id.description)
      object.member("url", addresses.wholePicture(of: photo.id))
      object.member("format", photo.format.rawValue)
      object.member("width", photo.size.width)
      object.member("height", photo.size.height)
      object.member("byte_count", photo.byteCount)
      object.member("alt", optional: photo.description.alt) { $0.value($1) }
      object.member("focus", optional: photo.description.focus) { $1.write(to: &$0) }
      object.key("placeholder")
      photo.placeholder.write(to: &object)
      object.key("exif")
      photo.camera.write(to: &object)
      object.member("added_at", photo.addedAt.rfc3339)
    }
  }
}

/// A merge patch of a photo's description.
struct PhotoPatch: Sendable {
  static let maximumAltLength = 2_000

  /// The new text, `nil` for none; a missing one is not changed.
  private let alt: String??
  private let focus: PhotoFocus??

  init(_ tree: JSONTree) throws(DocumentProblems) {
    (alt, focus) = try tree.members { fields in
      (
        fields.change(
          "alt", expected: .words("text of at most \(Self.maximumAltLength) characters"), Self.alt),
        fields.change(
          "focus", expected: .words("an object with x and y from 0 to 1"), Self.focus)
      )
    }
  }

  private static func alt(_ json: JSONTree) -> String? {
    json.string.flatMap { text in
      text.unicodeScalars.count <= maximumAltLength && !text.utf8.contains(0) ? text : nil
    }
  }

  private static func focus(_ json: JSONTree) -> PhotoFocus? {
    guard let x = json["x"]?.number, let y = json["y"]?.number else { return nil }
    return PhotoFocus(x: x, y: y)
  }

  func applied(to description: PhotoDescription) -> PhotoDescription {
    PhotoDescription(alt: alt ?? description.alt, focus: focus ?? description.focus)
  }
}

extension JSONFieldReader {
  /// Reads a member of a merge patch: a value, `.some(nil)` for null, or `nil` if it is missing or invalid.
  /// Notes a problem for an invalid one.
  fileprivate mutating func change<Value>(
    _ name: String, expected: DocumentProblem.Expectation, _ value: (JSONTree) -> Value?
  ) -> Value?? {
    guard let json = tree(name) else { return nil }
    if json.isNull { return .some(nil) }
    guard let value = value(json) else {
      refuse(name, expected: expected)
      return nil
    }
    return value
  }
}
