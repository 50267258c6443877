import FeedEditing
import FeedModel
import FeedStore

extension FeedStoreCheck {
  private static let now = SampleContent.committedAt
  private static let later = Timestamp(
    millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 1_000)

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
        anna,
        Token(id: anna.id, name: "Anna", role: .editor, createdAt: now, expiresAt: later))
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

    FeedStoreCheck("makes no revision for a token, and no id twice") { store in
      let first = try await store.issue("Anna", .viewer, secret(1))
      let second = try await store.issue("Anna", .viewer, secret(2))
      try require(second.id > first.id, "\(second.id) after \(first.id)")
      try requireEqual(try await store.latestRevision(), nil)
    },
  ]
}

extension FeedStore {
  fileprivate func issue(
    _ name: String, _ role: TokenRole, _ secret: TokenSecret, expiresAt: Timestamp? = nil
  ) async throws -> Token {
    try await write(
      at: SampleContent.committedAt,
      making: {
        try $0.issueToken(
          name: name, role: role, expiresAt: expiresAt, secret: secret, by: .commandLine)
      })
  }
}
