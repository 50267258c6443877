import FeedModel
import FeedPublisher
import Testing

/// Objects and manifests of a small export.
enum ExportSamples {
  static let moment = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  static func name(_ text: String) throws -> ObjectName { try #require(ObjectName(written: text)) }

  static func object(
    _ name: String, _ role: ExportedObject.Role, _ content: String
  ) throws -> ExportedObject {
    ExportedObject(
      try self.name(name), role, bytes: Array(content.utf8),
      fields: [ExportedObject.Field("etag", "\"\(content.count)\"")])
  }

  static func entry(_ object: ExportedObject, revision: Int = 1) -> ExportManifest.Entry {
    ExportManifest.Entry(
      role: object.role, digest: object.digest, byteCount: object.bytes.count, revision: revision,
      fields: object.fields)
  }

  static func manifest(
    _ objects: [ExportedObject], revision: Int = 1, pending: [String] = []
  ) throws -> ExportManifest {
    var manifest = ExportManifest(
      database: "a", revision: revision, revisionID: "id \(revision)", selection: "all",
      pictureVersion: 2)
    for object in objects { manifest.entries[object.name] = entry(object) }
    manifest.pending = Set(try pending.map(name))
    return manifest
  }
}
