package import StrictJSON

/// What is shown in the place of a photo until it has been loaded.
package struct PhotoPlaceholder: Hashable, Sendable {
  /// The BlurHash of 4 × 3 components: 28 characters.
  package var blurHash: String
  /// The ThumbHash in base64 with padding: up to 25 bytes.
  package var thumbHash: String
  /// The dominant colour, `#rrggbb`.
  package var color: String

  package init(blurHash: String, thumbHash: String, color: String) {
    self.blurHash = blurHash
    self.thumbHash = thumbHash
    self.color = color
  }
}

extension PhotoPlaceholder {
  /// Writes the placeholder as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("blurhash", blurHash)
      object.member("thumbhash", thumbHash)
      object.member("color", color)
    }
  }
}
