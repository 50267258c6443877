package import FeedModel
package import FeedStore
package import StrictJSON

/// The JSON of the values before and after a write in audit entries.
package enum AuditJSON {
  /// An item with its window.
  package static func text(_ item: StoredItem) -> String {
    let window: [(name: String, write: (inout JSONWriter) -> Void)] = [
      (WindowField.isDraft, { $0.member(WindowField.isDraft, item.window.isDraft) }),
      (WindowField.publishAt, { $0.member(WindowField.publishAt, item.window.publishAt) }),
      (WindowField.unpublishAt, { $0.member(WindowField.unpublishAt, item.window.unpublishAt) }),
      (WindowField.when, { $0.condition(of: item.window) }),
    ]
    let content = item.content
    return object { object in
      // Both lists are in alphabetical order, and merging them keeps it.
      var rest = window[...]
      for (name, place) in content.kind.alphabeticalFields {
        while let next = rest.first, next.name < name {
          next.write(&object)
          rest.removeFirst()
        }
        object.member(name, place.map { content.values[$0] } ?? .integer(content.id))
        for translation in content.translations where translation.place == place {
          object.member(TranslatedName.text(name, translation.locale), translation.value)
        }
      }
      for (_, write) in rest { write(&object) }
    }
  }

  /// The item before a write; `nil` if there was none. An unreadable item is represented by the name
  /// of its invalid field.
  package static func text(_ previous: PreviousItem) -> String? {
    switch previous {
    case .nothing: nil
    case .item(let item): text(item)
    case .unreadable(let field):
      object { $0.member("unreadable", field) }
    }
  }

  /// A value of a stored entry; `nil` for none. A version that the history no longer keeps is
  /// `{"pruned":true}`.
  package static func text(_ value: AuditEntry.Value) -> String? {
    switch value {
    case .text(let text): text
    case .item(let item): text(item)
    case .pruned: object { $0.member("pruned", true) }
    }
  }

  /// A token, without its secret.
  package static func text(_ token: Token) -> String {
    object { object in
      object.member("created_at", token.createdAt.rfc3339)
      if let expiresAt = token.expiresAt { object.member("expires_at", expiresAt.rfc3339) }
      object.member("id", token.id)
      object.member("name", token.name)
      if let revokedAt = token.revokedAt { object.member("revoked_at", revokedAt.rfc3339) }
      object.member("role", token.role.rawValue)
      object.member("type", token.type.rawValue)
    }
  }

  /// A release, without its operations: their changes get audit entries of their own when it is published.
  package static func text(_ release: Release) -> String {
    object { object in
      object.member("name", release.name)
      if !release.note.isEmpty { object.member("note", release.note) }
      object.member("operations", release.operationCount)
      object.member("publish_at", optional: release.publishAt) { $0.value($1.rfc3339) }
    }
  }

  /// The description of a photo by its editors, its format and its size.
  package static func text(_ photo: Photo) -> String {
    let description = photo.description
    return object { object in
      object.member("alt", optional: description.alt) { $0.value($1) }
      object.member("focus", optional: description.focus) { $1.write(to: &$0) }
      object.member("format", photo.format.rawValue)
      object.member("height", photo.size.height)
      object.member("width", photo.size.width)
    }
  }

  /// An address in content and the photo it is assigned to.
  package static func text(_ address: String, assignedTo photo: PhotoID) -> String {
    object { object in
      object.member("address", address)
      object.member("photo", photo.description)
    }
  }

  /// A removal of old entries of the audit.
  package static func text(pruned count: Int, madeBefore moment: Timestamp) -> String {
    object { object in
      object.member("entries", count)
      object.member("made_before", moment.rfc3339)
    }
  }

  /// A removal from the history: the first revision that is kept.
  package static func text(historyBefore revision: Int) -> String {
    object { $0.member("before_revision", revision) }
  }

  private static func object(_ write: (inout JSONWriter) -> Void) -> String {
    JSONWriter.text { $0.object(write) }
  }
}

extension JSONWriter {
  /// The text of one JSON value.
  package static func text(_ write: (inout JSONWriter) -> Void) -> String {
    String(decoding: encode(write), as: UTF8.self)
  }

  /// An entry of the audit.
  package mutating func entry(_ entry: AuditEntry) {
    object { object in
      object.member("number", entry.number)
      object.member("revision", optional: entry.revision) { $0.value($1) }
      object.member("at", entry.at.rfc3339)
      object.member("actor", entry.actor)
      object.member("action", entry.action)
      object.member("subject", entry.subject)
      object.member("before", entry.before)
      object.member("after", entry.after)
    }
  }

  private mutating func member(_ name: String, _ value: AuditEntry.Value) {
    key(name)
    if let json = AuditJSON.text(value) { raw(Array(json.utf8)) } else { null() }
  }
}
