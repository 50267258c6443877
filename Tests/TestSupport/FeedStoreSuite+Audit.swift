import FeedEditing
import FeedModel
package import FeedStore

extension FeedStoreCheck {
  private struct Interruption: Error {}

  /// So many milliseconds after the sample's moment.
  private static func moment(_ offset: Int) -> Timestamp {
    SampleContent.committedAt.later(milliseconds: offset)
  }

  private static let anna = AuditActor(Identity(tokenID: 3, name: "Anna", role: .editor))

  static let audit = [
    FeedStoreCheck("notes who wrote what, with what was there before and after") { store in
      let moment = SampleContent.committedAt
      let first = try TestContent.banner(1)
      let second = try TestContent.banner(1, campaign: 9)
      _ = try await store.write(at: moment) { _ = try $0.save(first, by: .commandLine) }
      try await store.write(at: moment) {
        _ = try $0.save(second, window: Window(isDraft: true), by: anna)
      }
      try await store.write(at: moment) { _ = try $0.remove(.campaignBanners, id: 1, by: anna) }
      let entries = try await store.entries()
      try requireEqual(entries.map(\.revision), [3, 2, 1])
      try requireEqual(entries.map(\.action), ["delete", "update", "create"])
      try requireEqual(entries.map(\.actor), ["token:3 Anna", "token:3 Anna", "command line"])
      try requireEqual(Set(entries.map(\.subject)), ["content/campaign_banners/1"])
      try requireEqual(Set(entries.map(\.at)), [moment])
      try requireEqual(entries[0].afterText, nil)
      try requireEqual(entries[2].beforeText, nil)
      try requireEqual(entries[0].beforeText, entries[1].afterText)
      try requireEqual(entries[1].beforeText, entries[2].afterText)
      let draft = try JSONValue.parse(Array(try requireValue(entries[1].afterText).utf8))
      try requireEqual(draft["banner_contents_id"], .number(9))
      try requireEqual(draft["draft"], .bool(true))
    },

    FeedStoreCheck("notes nothing where nothing changes, or where the transaction fails") { store in
      let banner = try TestContent.banner(1)
      try await store.write {
        _ = try $0.save(banner, by: anna)
        _ = try $0.save(banner, window: .always, by: anna)
        _ = try $0.remove(.campaignBanners, id: 2, by: anna)
      }
      do {
        try await store.write {
          _ = try $0.remove(.campaignBanners, id: 1, by: anna)
          throw Interruption()
        }
        throw FeedStoreFailure(description: "the error was lost")
      } catch is Interruption {}
      try requireEqual(try await store.entries().count, 1)
    },

    FeedStoreCheck("finds entries by subject, the newest first, page by page") { store in
      let banners = try (1...12).map { try TestContent.banner($0) }
      let topic = try TestContent.topic(1)
      try await store.write { transaction in
        for banner in banners { _ = try transaction.save(banner, by: anna) }
        _ = try transaction.save(topic, by: anna)
        // The hyphen comes before the slash.
        for feed in ["home-2", "home"] {
          _ = try transaction.compose(#"{"sections":[]}"#, of: feed, by: anna)
        }
      }
      let subjects = { (filter: String?) in
        try await store.read { reader in
          var found: [String] = []
          var last: Int?
          while true {
            let page = try reader.auditEntries(about: filter, before: last, limit: 5)
            found += page.map(\.subject)
            last = page.last?.number
            guard page.count == 5 else { return found }
          }
        }
      }
      let all =
        ["feeds/home/composition", "feeds/home-2/composition", "content/featured_topics/1"]
        + (1...12).reversed().map { "content/campaign_banners/\($0)" }
      try requireEqual(try await subjects(nil), all)
      try requireEqual(try await subjects("feeds/home"), ["feeds/home/composition"])
      try requireEqual(try await subjects("content"), Array(all.dropFirst(2)))
      try requireEqual(try await subjects("content/campaign_banners"), Array(all.dropFirst(3)))
      try requireEqual(
        try await subjects("content/campaign_banners/1"), ["content/campaign_banners/1"])
      try requireEqual(try await subjects("content/campaign"), [])
    },

    FeedStoreCheck("lets old entries go a batch at a time, and notes that") { store in
      for id in 1...7 {
        let banner = try TestContent.banner(id)
        _ = try await store.write(at: moment(id)) { _ = try $0.save(banner, by: anna) }
      }
      var kept: [[Int]] = []
      do {
        _ = try await store.pruneAudit(before: moment(6), at: moment(9), inBatchesOf: 2) { batch in
          kept.append(batch.map(\.number))
          if kept.count == 2 { throw Interruption() }
        }
        throw FeedStoreFailure(description: "the error was lost")
      } catch is Interruption {}
      try requireEqual(kept, [[1, 2], [3, 4]])
      // The entries that could not be archived are still there; 8 is the entry about the removal.
      try requireEqual(try await store.entries().map(\.number), [8, 7, 6, 5, 4, 3])
      try requireEqual(
        try await store.pruneAudit(before: moment(6), at: moment(10), inBatchesOf: 2), 3)
      try requireEqual(
        try await store.pruneAudit(before: moment(6), at: moment(10), inBatchesOf: 2), 0)
      let entries = try await store.entries()
      try requireEqual(entries.map(\.number), [9, 8, 7, 6])
      try requireEqual(entries[0].action, "delete")
      try requireEqual(entries[0].subject, "audit")
      try requireEqual(entries[0].revision, nil)
      try requireEqual(
        entries[0].beforeText, #"{"entries":3,"made_before":"\#(moment(6).rfc3339)"}"#)
      // Numbers are not used again, even when all of them are gone.
      try requireEqual(
        try await store.pruneAudit(before: moment(99), at: moment(99), inBatchesOf: 2), 4)
      try requireEqual(try await store.entries().map(\.number), [10])
      try requireEqual(try await store.latestRevision()?.number, 7)
    },

    FeedStoreCheck("never notes a secret, nor the hash of one") { store in
      let secret = TokenSecret(randomBytes: Array(repeating: 0xAB, count: TokenSecret.byteCount))
      try await store.write { transaction in
        let token = try transaction.issueToken(
          name: "Anna", role: .editor, expiresAt: nil, secret: secret, by: .commandLine)
        _ = try transaction.revokeToken(token.id, by: .commandLine)
      }
      let entries = try await store.entries()
      try requireEqual(entries.map(\.action), ["revoke", "create"])
      for entry in entries {
        let text = "\(entry.beforeText ?? "") \(entry.afterText ?? "")"
        let after = try JSONValue.parse(Array(try requireValue(entry.afterText).utf8))
        guard case .object(let members) = after else {
          throw FeedStoreFailure(description: "\(text) is no object")
        }
        try require(
          Set(members.keys).isSubset(of: [
            "id", "type", "name", "role", "created_at", "expires_at", "revoked_at",
          ]), text)
        try require(!text.contains(secret.text), text)
      }
    },
  ]

  static let idempotency = [
    FeedStoreCheck("keeps an idempotency record for a day, for one token and one key") { store in
      let start = SampleContent.committedAt.millisecondsSince1970
      let key = IdempotencyKey(tokenID: 1, key: "a")
      let record = IdempotencyRecord(fingerprint: [1, 2], answer: [0, 0xFF, 10, 0x7B])
      try await store.write { try $0.keep(record, for: key) }
      for (key, offset, isKept) in [
        (key, 0, true), (key, IdempotencyKey.lifetime - 1, true),
        (key, IdempotencyKey.lifetime, false),
        (IdempotencyKey(tokenID: 2, key: "a"), 0, false),
        (IdempotencyKey(tokenID: 1, key: "A"), 0, false),
      ] {
        let kept = try await store.write(
          at: Timestamp(millisecondsSince1970: start + offset),
          making: { try $0.idempotencyRecord(for: key) })
        try requireEqual(kept, isKept ? record : nil)
      }
      // The key is free again.
      let other = IdempotencyRecord(fingerprint: [3], answer: [])
      let moment = Timestamp(millisecondsSince1970: start + IdempotencyKey.lifetime)
      let kept = try await store.write(
        at: moment,
        making: {
          try $0.keep(other, for: key)
          return try $0.idempotencyRecord(for: key)
        })
      try requireEqual(kept, other)
    }
  ]
}

extension AuditEntry {
  /// The value before the write, as JSON.
  package var beforeText: String? { AuditJSON.text(before) }
  /// The value after the write, as JSON.
  package var afterText: String? { AuditJSON.text(after) }
}

extension FeedStore {
  /// Every entry, the newest first.
  fileprivate func entries() async throws -> [AuditEntry] {
    try await read { try $0.auditEntries(about: nil, before: nil, limit: 1_000) }
  }
}

extension FeedStoreCheck {
  private static let now = SampleContent.committedAt
  private static let later = SampleContent.committedAt.later(seconds: 1)

  private static func secret(_ byte: UInt8, last: UInt8? = nil) -> TokenSecret {
    var bytes = Array(repeating: byte, count: TokenSecret.byteCount)
    if let last { bytes[TokenSecret.byteCount - 1] = last }
    return TokenSecret(randomBytes: bytes)
  }

  static let tokens = [
    FeedStoreCheck("knows a token by its secret and by no other") { store in
      let anna = try await store.issue("Anna", .editor, secret(1), expiresAt: later)
      let ben = try await store.issue("Ben", .admin, secret(2))
      try requireEqual(
        anna, Token(id: anna.id, name: "Anna", role: .editor, createdAt: now, expiresAt: later))
      try await store.read { reader in
        try requireEqual(try reader.token(presenting: secret(1)), anna)
        try requireEqual(try reader.token(presenting: secret(2)), ben)
        try requireEqual(try reader.token(presenting: secret(1, last: 2)), nil)
        try requireEqual(try reader.tokens(), [anna, ben])
        try requireEqual(try reader.token(ben.id), ben)
        try requireEqual(try reader.token(99), nil)
      }
    },

    FeedStoreCheck("remembers when a token was revoked, the first time") { store in
      let token = try await store.issue("Anna", .viewer, secret(1))
      for moment in [later, now] {
        let revoked = try await store.write(
          at: moment, making: { try $0.revokeToken(token.id, by: .commandLine) })
        try requireEqual(revoked?.revokedAt, later)
        try requireEqual(revoked?.standing(at: now), .revoked)
      }
      let known = try await store.read { try $0.token(presenting: secret(1)) }
      try requireEqual(known?.revokedAt, later)
      let missing = try await store.write(
        at: now, making: { try $0.revokeToken(99, by: .commandLine) })
      try requireEqual(missing, nil)
    },

    FeedStoreCheck("keeps the type of a token, its new role, and its latest use") { store in
      func issue(_ type: TokenType, _ number: UInt8) async throws -> Token {
        try await store.issue("Anna", .viewer, secret(number), as: type, expiresAt: later)
      }
      let issued = [
        try await issue(.token, 1), try await issue(.invitation, 2), try await issue(.session, 3),
      ]
      try requireEqual(issued.map(\.type), TokenType.allCases)
      try await store.read { try requireEqual(try $0.tokens(), issued) }
      let id = issued[1].id
      let changed = try await store.write(
        at: later,
        making: { transaction in
          for moment in [later, now] { try transaction.noteUse(ofToken: id, at: moment) }
          try transaction.noteUse(ofToken: 99, at: now)
          return try transaction.changeToken(id, name: nil, role: .admin, by: .commandLine)
        })
      let expected = Token(
        id: id, type: issued[1].type, name: "Anna", role: .admin, createdAt: now, expiresAt: later,
        lastUsedAt: later)
      try requireEqual(changed, expected)
      try await store.read { reader in
        try requireEqual(try reader.tokens(), [issued[0], expected, issued[2]])
        let actions = try reader.auditEntries(about: "tokens/\(id)", before: nil, limit: 9)
          .map(\.action)
        try requireEqual(actions, ["update", "create"])
      }
      let missing = try await store.write(
        at: now, making: { try $0.changeToken(99, name: "Ben", role: nil, by: .commandLine) })
      try requireEqual(missing, nil)
    },

    FeedStoreCheck("begins one session for an invitation, and none too late") { store in
      let invitation = try await store.write(
        at: now,
        making: { try $0.invite(name: "Anna", role: .editor, secret: secret(1), by: .commandLine) })
      let end = now.later(milliseconds: 15 * 60_000)
      try requireEqual(invitation.expiresAt, end)
      try requireEqual(try await store.refusal(of: secret(1), at: end), .expired)
      let before = now.later(milliseconds: 15 * 60_000 - 1)
      let session = try await store.write(
        at: before, making: { try $0.acceptInvitation(secret(1), session: secret(2)) })
      try requireEqual(session.type, .session)
      try requireEqual(session.role, .editor)
      try requireEqual(session.expiresAt, now.later(milliseconds: (15 + 12 * 60) * 60_000 - 1))
      try requireEqual(try await store.refusal(of: secret(1), at: before), .used)
      // A session is no invitation.
      try requireEqual(try await store.refusal(of: secret(2), at: before), .unknown)
      try requireEqual(try await store.refusal(of: secret(3), at: before), .unknown)
      try await store.read { reader in
        let used = try reader.token(invitation.id)
        try requireEqual(used?.lastUsedAt, before)
        try requireEqual(used?.revokedAt, before)
        try requireEqual(try reader.tokens().count, 2)
        let actors = try reader.auditEntries(about: "tokens", before: nil, limit: 9).map(\.actor)
        let anna = "token:\(invitation.id) Anna"
        try requireEqual(actors, [anna, anna, "command line"])
      }
    },

    FeedStoreCheck("makes no revision for a token, and no id twice") { store in
      let first = try await store.issue("Anna", .viewer, secret(1))
      let second = try await store.issue("Anna", .viewer, secret(2))
      try require(second.id > first.id, "\(second.id) after \(first.id)")
      try requireEqual(try await store.latestRevision(), nil)
    },
  ]
}

extension FeedStore {
  /// Why the invitation with `secret` begins no session; `nil` if it does.
  fileprivate func refusal(
    of secret: TokenSecret, at moment: Timestamp
  ) async throws -> InvitationRefusal? {
    let session = TokenSecret(randomBytes: Array(repeating: 9, count: TokenSecret.byteCount))
    do {
      try await write(at: moment) { _ = try $0.acceptInvitation(secret, session: session) }
      return nil
    } catch let refusal as InvitationRefusal {
      return refusal
    }
  }

  fileprivate func issue(
    _ name: String, _ role: TokenRole, _ secret: TokenSecret, as type: TokenType = .token,
    expiresAt: Timestamp? = nil
  ) async throws -> Token {
    try await write(making: {
      try $0.issueToken(
        type, name: name, role: role, expiresAt: expiresAt, secret: secret, by: .commandLine)
    })
  }
}
