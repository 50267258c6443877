import Crypto
package import FeedModel
import FeedPhotos
import Foundation

/// The difference between what is at a target and what is to be there.
package struct ExportPlan: Sendable {
  /// The objects that stay as they are: those that are the same, and those that nothing names any more and that are kept
  /// for clients with former documents.
  package let staying: [ObjectName: ExportManifest.Entry]
  /// How many of the objects that stay are still named.
  package let unchangedCount: Int
  /// The documents that are written: what others name comes before them.
  package let written: [ExportedObject]
  /// The addresses of the pictures that are written, by their names.
  package let newPictures: [ObjectName: String]
  /// The objects that are removed.
  package let removed: Set<ObjectName>

  /// - Parameters:
  ///   - documents: all documents that are to be there.
  ///   - pictures: the addresses of all pictures that they name, by the names of the objects.
  ///   - former: what is there; `nil` for nothing.
  ///   - pictureVersion: the version of the pictures.
  ///   - moment: the present.
  ///   - duration: how long pages and pictures are kept that nothing names any more.
  package init(
    documents: [ExportedObject], pictures: [ObjectName: String], after former: ExportManifest?,
    pictureVersion: Int, at moment: Timestamp, keeping duration: Duration
  ) {
    let entries = former?.entries ?? [:]
    var staying: [ObjectName: ExportManifest.Entry] = [:]
    var (written, named) = ([ExportedObject](), Set(pictures.keys))
    // 1. Documents, by their content.
    for object in documents where named.insert(object.name).inserted {
      if let entry = entries[object.name], entry.digest == object.digest {
        staying[object.name] = entry
      } else {
        written.append(object)
      }
    }
    // 2. Pictures, by their names: the same name is the same picture.
    let arePicturesKnown = former?.pictureVersion == pictureVersion
    for name in pictures.keys {
      if arePicturesKnown, let entry = entries[name] { staying[name] = entry }
    }
    newPictures = pictures.filter { staying[$0.key] == nil }
    for name in staying.keys { staying[name]?.unnamedSince = nil }
    unchangedCount = staying.count
    // 3. The rest, which nothing names any more: a screen goes at once, and what former documents lead to later.
    let oldest = moment.millisecondsSince1970 - Int(duration / .milliseconds(1))
    var removed = (former?.pending ?? []).subtracting(named)
    for (name, entry) in entries where !named.contains(name) {
      let since = entry.unnamedSince ?? moment
      if entry.role != .screen, since.millisecondsSince1970 > oldest {
        staying[name] = entry
        staying[name]?.unnamedSince = since
      } else {
        removed.insert(name)
      }
    }
    self.staying = staying
    self.removed = removed
    self.written = written.sorted { ($0.role, $0.name) < ($1.role, $1.name) }
  }

  /// The names whose objects change, or go.
  package var touched: Set<ObjectName> {
    removed.union(newPictures.keys).union(written.map(\.name))
  }
}

/// A document in one coding, or a picture, as it is served.
package struct ExportedObject: Sendable {
  /// A field of the response, with its name in lower case.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The part that an object has in an export. What others name comes before them.
  package enum Role: String, Comparable, CaseIterable, Sendable {
    /// A picture, which never changes.
    case picture
    /// A page of a section behind a screen, which is pinned to a revision.
    case page
    /// A whole screen.
    case screen

    package static func < (one: Role, other: Role) -> Bool { one.order < other.order }

    private var order: Int {
      switch self {
      case .picture: 0
      case .page: 1
      case .screen: 2
      }
    }
  }

  package let name: ObjectName
  package let role: Role
  package let bytes: [UInt8]
  /// The fields of the response that belong to the content, and hold for as long as it does.
  package let fields: [Field]
  /// A hash of the bytes and the fields.
  package let digest: String

  package init(_ name: ObjectName, _ role: Role, bytes: [UInt8], fields: [Field]) {
    self.name = name
    self.role = role
    self.bytes = bytes
    self.fields = fields
    var hash = SHA256()
    for field in fields { hash.update(data: Data("\(field.name): \(field.value)\n".utf8)) }
    hash.update(data: bytes)
    digest = hash.finalize().prefix(16).hexadecimalText
  }
}
