package import FeedModel

/// An entry for the audit, added in the transaction that does what it says.
package struct AuditRecord: Hashable, Sendable {
  /// What was done.
  package enum Action: String, CaseIterable, Hashable, Sendable {
    case create
    case update
    case delete
    /// A token was revoked.
    case revoke
  }

  /// What it was done to, as a path: `content/pickup_photos/7`.
  package struct Subject: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// An item.
    package static func item(_ kind: String, _ id: Int) -> Subject {
      Subject(description: "content/\(kind)/\(id)")
    }

    /// The definition of a kind.
    package static func kind(_ name: String) -> Subject { Subject(description: "kinds/\(name)") }

    /// The composition of a feed.
    package static func composition(_ feed: String) -> Subject {
      Subject(description: "feeds/\(feed)/composition")
    }

    /// A photo.
    package static func photo(_ id: PhotoID) -> Subject { Subject(description: "photos/\(id)") }

    /// A token.
    package static func token(_ id: Int) -> Subject { Subject(description: "tokens/\(id)") }

    /// The audit itself.
    package static let audit = Subject(description: "audit")
  }

  package let actor: AuditActor
  package let action: Action
  package let subject: Subject
  /// The old value as JSON; `nil` for none. It never contains a secret or its hash.
  package let before: String?
  /// The new value as JSON; `nil` for none.
  package let after: String?

  package init(actor: AuditActor, action: Action, subject: Subject, before: String?, after: String?)
  {
    self.actor = actor
    self.action = action
    self.subject = subject
    self.before = before
    self.after = after
  }
}

/// A stored record.
package struct AuditEntry: Hashable, Sendable {
  /// Positive; higher is newer.
  package let number: Int
  /// The revision it belongs to; `nil` for what cannot be published.
  package let revision: Int?
  package let at: Timestamp
  package let actor: String
  package let action: String
  package let subject: String
  /// What was there, as JSON.
  package let before: String?
  /// The new value as JSON.
  package let after: String?

  package init(
    number: Int, revision: Int?, at: Timestamp, actor: String, action: String, subject: String,
    before: String?, after: String?
  ) {
    self.number = number
    self.revision = revision
    self.at = at
    self.actor = actor
    self.action = action
    self.subject = subject
    self.before = before
    self.after = after
  }
}

/// What can be read of the audit. Everything throws ``StoreError``.
package protocol AuditReader {
  /// Up to `limit` entries, the newest first, of numbers below `number`.
  ///
  /// - Parameter subject: only entries about this, or about something below it: `content` and
  ///   `content/pickup_photos` find `content/pickup_photos/7`.
  func auditEntries(
    about subject: String?, before number: Int?, limit: Int
  ) throws -> [AuditEntry]

  /// Up to `limit` entries made before `moment`, the oldest first, of numbers above `number`.
  func auditEntries(
    madeBefore moment: Timestamp, after number: Int, limit: Int
  ) throws -> [AuditEntry]

  /// How many entries were made before `moment`, and the highest of their numbers.
  func auditExtent(madeBefore moment: Timestamp) throws -> (count: Int, last: Int)
}

/// Who writes, as the audit names it.
package struct AuditActor: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private init(description: String) {
    self.description = description
  }

  /// The bearer of a token: `token:3 Anna`.
  package init(_ identity: Identity) {
    description = "token:\(identity.tokenID) \(identity.name)"
  }

  /// The command line, which writes the file itself.
  package static let commandLine = AuditActor(description: "command line")
}
