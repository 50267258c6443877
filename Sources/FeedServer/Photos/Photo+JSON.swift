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

extension JSONTree {
  /// Reads a merge patch of a photo's description: `{"alt":"Ramen","focus":{"x":0.5,"y":0.2}}`.
  func photoPatch() throws(DocumentProblems) -> @Sendable (PhotoDescription) -> PhotoDescription {
    let (alt, focus): (String??, PhotoFocus??) = try members { fields in
      (
        fields.change(
          "alt", expected: .words("text of at most \(PhotoRoutes.maximumAltLength) characters")
        ) { json in
          json.string.flatMap { text in
            let isShort = text.unicodeScalars.count <= PhotoRoutes.maximumAltLength
            return isShort && !text.utf8.contains(0) ? text : nil
          }
        },
        fields.change("focus", expected: .words("an object with x and y from 0 to 1")) { json in
          guard let x = json["x"]?.number, let y = json["y"]?.number else { return nil }
          return PhotoFocus(x: x, y: y)
        }
      )
    }
    return { PhotoDescription(alt: alt ?? $0.alt, focus: focus ?? $0.focus) }
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
