import Crypto
import Foundation

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
    digest = hash.finalize().prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
