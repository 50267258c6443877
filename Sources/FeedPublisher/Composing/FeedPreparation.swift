import Crypto
import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// What the feeds of one revision are prepared with.
struct FeedPreparation {
  /// The number of the revision; 0 before the first write.
  let revision: Int
  /// The id of the revision; `nil` before the first write.
  let id: UUID?
  let visibility: Visibility
  let publishing: ItemPublishing
  /// Whether something else is shown than was or is public, of which there are no pages.
  var isPreview = false
  /// The last revision that this process has seen change a document.
  var lastKnownChange: (DocumentKey) -> DocumentRevision? = { _ in nil }
  /// The last revision that is noted to have changed a document: another process may have seen it earlier.
  var lastNotedChange: (DocumentKey) -> DocumentRevision? = { _ in nil }
  /// The former revisions by their numbers.
  var former: (Int) -> Revision? = { _ in nil }

  /// The revision that changed a document last, which shows what `digest` says: this one, unless it showed the
  /// same before.
  func revision(of document: DocumentKey, showing digest: ContentDigest) -> DocumentRevision {
    for known in [lastKnownChange, lastNotedChange] {
      if let known = known(document), known.digest == digest.bytes { return known }
    }
    return DocumentRevision(number: revision, digest: digest.bytes)
  }

  func id(ofRevision number: Int) -> UUID? {
    number == revision ? id : former(number)?.id
  }

  /// When a document was made that the revision `number` changed last.
  func moment(ofRevision number: Int) -> Timestamp {
    number == revision ? visibility.moment : former(number)?.committedAt ?? visibility.moment
  }
}

extension FeedPreparation {
  /// The revision of `reader`, which is shown with `visibility`.
  init(
    _ revision: Revision?, in reader: any ContentReader, visibility: Visibility,
    publishing: ItemPublishing,
    lastKnownChange: @escaping (DocumentKey) -> DocumentRevision?
  ) {
    self.init(
      revision: revision?.number ?? 0, id: revision?.id, visibility: visibility,
      publishing: publishing, lastKnownChange: lastKnownChange,
      lastNotedChange: { document in
        try? reader.documentRevision(of: document, through: revision?.number ?? 0)
      },
      former: { number in try? reader.revision(number) })
  }
}

/// Identifies what a document shows, at every width and on every server: half of a SHA-256.
struct ContentDigest: Hashable, Sendable {
  let bytes: [UInt8]

  private init(_ write: (inout JSONWriter) -> Void) {
    let digest = SHA256.hash(data: JSONWriter.encode { $0.object(write) })
    bytes = Array(digest.prefix(SHA256.byteCount / 2))
  }

  /// What section `specification` shows.
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

  /// What a feed of `sections` shows.
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
