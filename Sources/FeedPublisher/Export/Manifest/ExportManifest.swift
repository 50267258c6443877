package import FeedModel
import StrictJSON

/// The list of the objects of an export, by which the next one finds out what has changed. It is beside them.
package struct ExportManifest: Hashable, Sendable {
  /// An object that is whole at its name.
  package struct Entry: Hashable, Sendable {
    package let role: ExportedObject.Role
    package let digest: String
    package let byteCount: Int
    /// The revision that was exported when it was written.
    package let revision: Int
    package let fields: [ExportedObject.Field]
    /// When no document named it any more for the first time; `nil` if one does.
    package var unnamedSince: Timestamp?

    package init(
      role: ExportedObject.Role, digest: String, byteCount: Int, revision: Int,
      fields: [ExportedObject.Field], unnamedSince: Timestamp? = nil
    ) {
      self.role = role
      self.digest = digest
      self.byteCount = byteCount
      self.revision = revision
      self.fields = fields
      self.unnamedSince = unnamedSince
    }
  }

  /// The unique name of the database.
  package var database: String
  /// The number of the revision; 0 before the first write.
  package var revision: Int
  /// The id of the revision; empty before the first write.
  package var revisionID: String
  /// The choice of what was exported, in one text.
  package var selection: String
  /// The version of the pictures: other ones look otherwise at the same names.
  package var pictureVersion: Int
  /// When something of the documents appears or disappears; `nil` if nothing will.
  package var expiresAt: Timestamp?
  package var entries: [ObjectName: Entry] = [:]
  /// Names whose objects may be there or not, of this content or another: an export has been interrupted.
  package var pending: Set<ObjectName> = []

  package init(
    database: String, revision: Int, revisionID: String, selection: String, pictureVersion: Int
  ) {
    self.database = database
    self.revision = revision
    self.revisionID = revisionID
    self.selection = selection
    self.pictureVersion = pictureVersion
  }

  /// The manifest without the content of any object: all of them are written anew, or removed.
  package var withNothingKnown: ExportManifest {
    var manifest = self
    manifest.pending.formUnion(entries.keys)
    manifest.entries = [:]
    return manifest
  }

  /// When the next object may be removed that nothing names any more, if it is kept for `duration`; `nil` if nothing is
  /// to be removed.
  package func nextRemoval(keeping duration: Duration) -> Timestamp? {
    let first = entries.values.compactMap { $0.unnamedSince?.millisecondsSince1970 }.min()
    return first.map {
      Timestamp(millisecondsSince1970: $0 + Int(duration / .milliseconds(1)))
    }
  }
}

// MARK: - JSON

extension ExportManifest {
  private static let format = 1

  /// The manifest as a file, with its objects in the order of their names.
  package var json: [UInt8] {
    JSONWriter.encode { writer in
      writer.object { manifest in
        manifest.member("format", Self.format)
        manifest.member("database", database)
        manifest.member("revision", revision)
        manifest.member("revision_id", revisionID)
        manifest.member("selection", selection)
        manifest.member("picture_version", pictureVersion)
        if let expiresAt { manifest.member("expires_at", expiresAt.rfc3339) }
        manifest.array("objects", entries.sorted { $0.key < $1.key }) { writer, object in
          writer.object { object.value.write(object.key, to: &$0) }
        }
        manifest.array("pending", pending.sorted()) { $0.value($1.text) }
      }
    }
  }

  /// Reads a manifest; `nil` for bytes that are none of this version.
  package init?(json bytes: [UInt8]) {
    guard let tree = try? JSONTree(parsing: bytes), tree["format"]?.integer == Self.format,
      let database = tree["database"]?.string, let revision = tree["revision"]?.integer,
      let revisionID = tree["revision_id"]?.string, let selection = tree["selection"]?.string,
      let pictureVersion = tree["picture_version"]?.integer,
      let objects = tree["objects"]?.elements, let names = tree["pending"]?.elements
    else { return nil }
    self.init(
      database: database, revision: revision, revisionID: revisionID, selection: selection,
      pictureVersion: pictureVersion)
    expiresAt = tree["expires_at"]?.string.flatMap { Timestamp($0) }
    for object in objects {
      guard let name = object["name"]?.string.flatMap({ ObjectName(written: $0) }),
        let entry = Entry(object)
      else { return nil }
      entries[name] = entry
    }
    for name in names {
      guard let name = name.string.flatMap({ ObjectName(written: $0) }) else { return nil }
      pending.insert(name)
    }
  }
}

extension ExportManifest.Entry {
  fileprivate func write(_ name: ObjectName, to object: inout JSONWriter) {
    object.member("name", name.text)
    object.member("role", role.rawValue)
    object.member("digest", digest)
    object.member("bytes", byteCount)
    object.member("revision", revision)
    if let unnamedSince { object.member("unnamed_since", unnamedSince.millisecondsSince1970) }
    object.object("fields") { writer in
      for field in fields { writer.member(field.name, field.value) }
    }
  }

  fileprivate init?(_ tree: JSONTree) {
    guard let role = tree["role"]?.string.flatMap(ExportedObject.Role.init(rawValue:)),
      let digest = tree["digest"]?.string, let byteCount = tree["bytes"]?.integer,
      let revision = tree["revision"]?.integer, let members = tree["fields"]?.members
    else { return nil }
    self.init(
      role: role, digest: digest, byteCount: byteCount, revision: revision,
      fields: members.compactMap { member in
        member.value.string.map { ExportedObject.Field(member.name, $0) }
      },
      unnamedSince: tree["unnamed_since"]?.integer.map {
        Timestamp(millisecondsSince1970: $0)
      })
  }
}
