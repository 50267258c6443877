import Crypto
import FeedModel
import FeedStore
import StrictJSON

/// A digest of the content of a document, the same at every width and on every server: half of a SHA-256.
struct ContentDigest: Hashable, Sendable {
  let bytes: [UInt8]

  private init(_ write: (inout JSONWriter) -> Void) {
    let digest = SHA256.hash(data: JSONWriter.encode { $0.object(write) })
    bytes = Array(digest.prefix(SHA256.byteCount / 2))
  }

  /// The digest of section `specification` with the items it shows.
  static func ofSection(
    _ specification: Composition.Section, _ shown: PreparedFeed.ShownItems,
    failures: [PreparedFeed.Failure]
  ) -> ContentDigest {
    ContentDigest { object in
      object.key("section")
      specification.write(to: &object)
      object.key("kind")
      specification.kind.write(to: &object)
      object.array("items", shown.items) { writer, item in
        writer.object { object in
          object.members(of: item)
          if let photo = shown.photos?.photo(of: item) {
            object.member("photo", photo.id.description)
            object.member("alt", optional: photo.description.alt) { $0.value($1) }
            object.member("focus", optional: photo.description.focus) { $1.write(to: &$0) }
          }
        }
      }
      object.member("has_more", shown.follower != nil)
      object.array("failures", failures) { $0.value($1.reason) }
    }
  }

  /// The digest of a feed of `sections`.
  static func ofFeed(
    _ composition: Composition, _ sections: [PreparedSection], until expiresAt: Timestamp?
  ) -> ContentDigest {
    ContentDigest { object in
      object.member("spacing", composition.spacing)
      if let expiresAt { object.member("expires_at", expiresAt.rfc3339) }
      object.array("sections", sections) { writer, section in
        writer.object { object in
          object.member("id", section.id)
          object.member("revision", section.lastChange.number)
        }
      }
    }
  }
}
