package import FeedModel

/// An entry for the audit, added in the transaction of the write that it describes.
package struct AuditRecord: Sendable {
  /// The kind of write.
  package enum Action: String, CaseIterable, Hashable, Sendable {
    case create
    case update
    case delete
    /// A token was revoked.
    case revoke
    /// A release was published.
    case publish

    /// The action of a write that leaves something in a place, removes it, or changes what was there.
    package init(wasThere: Bool, isThere: Bool) {
      self =
        switch (wasThere, isThere) {
        case (false, _): .create
        case (true, true): .update
        case (true, false): .delete
        }
    }

    /// The values that an entry with this action has.
    package var sides: Sides {
      switch self {
      case .create, .publish: .after
      case .update, .revoke: [.before, .after]
      case .delete: .before
      }
    }
  }

  /// The values of an entry: of those that are versions, the store keeps a reference and no copy.
  package struct Sides: OptionSet, Sendable {
    package let rawValue: Int
    /// The version that the entry's revision ended.
    package static let before = Sides(rawValue: 1)
    /// The version that began with it.
    package static let after = Sides(rawValue: 2)

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }

  /// The written resource, as a path: `content/pickup_photos/7`.
  package struct Subject: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// An item.
    package static func item(_ kind: String, _ id: Int) -> Subject {
      Subject(description: "\(items(of: kind))\(id)")
    }

    /// The beginning of the subjects of all items of `kind`, which their ids follow.
    package static func items(of kind: String) -> String { "content/\(kind)/" }

    /// The definition of a kind.
    package static func kind(_ name: String) -> Subject { Subject(description: "kinds/\(name)") }

    /// A cell or a theme.
    package static func design(_ key: DesignKey) -> Subject {
      Subject(description: key.description)
    }

    /// The composition of a feed.
    package static func composition(_ feed: String) -> Subject {
      Subject(description: "feeds/\(feed)/composition")
    }

    /// A photo.
    package static func photo(_ id: PhotoID) -> Subject { Subject(description: "photos/\(id)") }

    /// A release.
    package static func release(_ id: Int) -> Subject { Subject(description: "releases/\(id)") }

    /// A token.
    package static func token(_ id: Int) -> Subject { Subject(description: "tokens/\(id)") }

    /// The audit itself.
    package static let audit = Subject(description: "audit")

    /// The history of content.
    package static let history = Subject(description: "history")

    /// Whether it is an item of the kind called `kind`.
    package func isItem(of kind: String) -> Bool {
      description.hasPrefix(Self.items(of: kind))
    }

    /// The id of an item of the kind called `kind`; `nil` for anything else.
    package func itemID(of kind: String) -> Int? {
      isItem(of: kind) ? Int(description.dropFirst(Self.items(of: kind).count)) : nil
    }
  }

  package let actor: AuditActor
  package let action: Action
  package let subject: Subject
  /// The old and the new value as JSON; `nil` for none. They never contain a secret or its hash.
  package let before: Value
  package let after: Value

  /// A value before or after.
  package enum Value: Sendable {
    /// JSON that is kept in the entry; `nil` for none.
    case copy(String?)
    /// A version of an item or a composition that the history keeps; `nil` for none. It is copied into
    /// the entry only if the transaction goes on to change the subject.
    case version(@Sendable () throws -> String?)
  }

  package init(actor: AuditActor, action: Action, subject: Subject, before: Value, after: Value) {
    self.actor = actor
    self.action = action
    self.subject = subject
    self.before = before
    self.after = after
  }

  package init(actor: AuditActor, action: Action, subject: Subject, before: String?, after: String?)
  {
    self.init(
      actor: actor, action: action, subject: subject, before: .copy(before), after: .copy(after))
  }
}

/// A stored entry of the audit.
package struct AuditEntry: Sendable {
  /// Positive; higher is newer.
  package let number: Int
  /// The revision it belongs to; `nil` for writes that make none, such as those of tokens.
  package let revision: Int?
  package let at: Timestamp
  package let actor: String
  package let action: String
  package let subject: String
  /// The value before the write.
  package let before: Value
  /// The value after the write.
  package let after: Value

  /// A value before or after.
  package enum Value: Sendable {
    /// JSON; `nil` for none.
    case text(String?)
    /// A version of an item.
    case item(PreviousItem)
    /// A version that has been removed from the history.
    case pruned
  }
}

/// Who writes, as the audit names it.
package struct AuditActor: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private init(description: String) {
    self.description = description
  }

  /// The bearer of a token, `token:3 Anna`, or an assistant, `assistant Anna`.
  package init(_ identity: Identity) {
    description =
      identity.isAssistant
      ? "assistant \(identity.name)" : "token:\(identity.tokenID) \(identity.name)"
  }

  /// An actor that the store has recorded.
  package init(recorded description: String) { self.init(description: description) }

  /// The command line, which writes the database without a server.
  package static let commandLine = AuditActor(description: "command line")
}
