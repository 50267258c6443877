import FeedEditing
import FeedModel
import FeedStore
import Foundation
import Synchronization

/// What becomes of a token after its bearer was let in.
private enum Withdrawal: CaseIterable {
  case revocation, demotion, expiry, loss

  func error(of type: TokenType) -> AuthorityError {
    switch self {
    case .revocation: .revoked(type)
    case .demotion: .roleTooLow(found: .contributor, needed: .editor)
    case .expiry: .expired(type)
    case .loss: .unknown(.token)
    }
  }
}

/// Writes of the bearers of tokens.
extension FeedStoreCheck {
  private static let now = SampleContent.committedAt
  /// When tokens expire.
  private static let end = now.later(minutes: 1)

  static let authors: [FeedStoreCheck] = [
    FeedStoreCheck("writes for an author until the token ends") { store in
      let anna = try await store.letIn("Anna", 1)
      let before = end.later(milliseconds: -1)
      _ = try await store.write(at: before, by: .bearer(anna, needing: .editor)) {
        _ = try $0.upsert(TestContent.banner(1))
      }
      try requireEqual(try await store.latestRevision()?.number, 1)
    },

    FeedStoreCheck("writes nothing for an author who is not let in any more") { store in
      var number = 1
      for type in [TokenType.token, .session] {
        for withdrawal in Withdrawal.allCases {
          let author = try await store.author(after: withdrawal, of: type, number)
          number += 1
          let moment = withdrawal == .expiry ? end : now
          let before = try await store.entryCount()
          let hasRun = Mutex(false)
          try await requireError(withdrawal.error(of: type)) {
            _ = try await store.write(at: moment, by: author) { transaction in
              hasRun.withLock { $0 = true }
              _ = try transaction.save(TestContent.banner(1).item, by: transaction.actor)
            }
          }
          try require(!hasRun.withLock { $0 }, "\(withdrawal): the transaction was begun")
          for isDryRun in [true, false] {
            let stage = try await store.stage()
            try await stage.add([StagedItem(try TestContent.banner(1).item)])
            try await requireError(withdrawal.error(of: type)) {
              _ = try await stage.commit(at: moment, by: author, isDryRun: isDryRun)
            }
          }
          try requireEqual(try await store.latestRevision(), nil)
          try requireEqual(try await store.entryCount(), before)
        }
      }
    },

    FeedStoreCheck("knows authors by the name and the role that they have by then") { store in
      let anna = try await store.letIn("Anna", 1)
      try await store.write(at: now) {
        _ = try $0.changeToken(anna.tokenID, name: "Anna B.", role: .admin, by: .commandLine)
      }
      _ = try await store.write(at: now, by: .bearer(anna, needing: .editor)) { transaction in
        try requireEqual("\(transaction.actor)", "token:\(anna.tokenID) Anna B.")
        try transaction.author.require(.admin)
      }
      try await store.write(at: now) {
        _ = try $0.changeToken(anna.tokenID, name: nil, role: .editor, by: .commandLine)
      }
      // What a transaction finds to need more than the request did is refused as well.
      try await requireError(AuthorityError.roleTooLow(found: .editor, needed: .admin)) {
        _ = try await store.write(at: now, by: .bearer(anna, needing: .editor)) { transaction in
          _ = try transaction.upsert(TestContent.banner(1))
          try transaction.author.require(.admin)
        }
      }
      try requireEqual(try await store.latestRevision(), nil)
      try await store.write(at: now) { try $0.author.require(.admin) }
    },

    FeedStoreCheck("lets an assistant, which has no token, prepare and not publish") { store in
      let assistant = Identity.assistant(named: "Anna")
      _ = try await store.write(at: now, by: .bearer(assistant, needing: .contributor)) {
        try requireEqual("\($0.actor)", "assistant Anna")
      }
      try await requireError(AuthorityError.roleTooLow(found: .contributor, needed: .editor)) {
        _ = try await store.write(at: now, by: .bearer(assistant, needing: .editor)) { _ in }
      }
    },

    FeedStoreCheck("writes nothing for an author whose revocation is committed first") { store in
      let anna = try await store.letIn("Anna", 1)
      // 1. A revocation is under way, and excludes other writers.
      let (beginning, begun) = AsyncStream.makeStream(of: Void.self)
      let mayEnd = DispatchSemaphore(value: 0)
      async let revocation = store.write(at: now) { transaction in
        defer { begun.finish() }
        _ = try transaction.revokeToken(anna.tokenID, by: .commandLine)
        begun.finish()
        mayEnd.wait()
      }
      for await _ in beginning {}
      // 2. A write of somebody who was let in before waits for it.
      async let write = store.write(at: now, by: .bearer(anna, needing: .editor)) {
        _ = try $0.upsert(TestContent.banner(1))
      }
      mayEnd.signal()
      _ = try await revocation
      do {
        _ = try await write
        try require(false, "it was written")
      } catch let error as AuthorityError {
        try requireEqual(error, .revoked(.token))
      }
      try requireEqual(try await store.latestRevision(), nil)
    },
  ]
}

extension FeedStore {
  /// An editor with a token of their own, which ends after a minute.
  fileprivate func letIn(
    _ name: String, _ number: Int, as type: TokenType = .token
  ) async throws -> Identity {
    let now = SampleContent.committedAt
    let secret = TokenSecret(
      randomBytes: Array(repeating: UInt8(number), count: TokenSecret.byteCount))
    return try await write(
      at: now,
      making: {
        try $0.issueToken(
          type, name: name, role: .editor, expiresAt: now.later(minutes: 1),
          secret: secret, by: .commandLine)
      }
    ).identity
  }

  /// An editor whose token was withdrawn since, or is to be at its end.
  fileprivate func author(
    after withdrawal: Withdrawal, of type: TokenType, _ number: Int
  ) async throws -> Author {
    let anna = try await letIn("Anna", number, as: type)
    try await write { transaction in
      switch withdrawal {
      case .revocation: _ = try transaction.revokeToken(anna.tokenID, by: .commandLine)
      case .demotion:
        _ = try transaction.changeToken(
          anna.tokenID, name: nil, role: .contributor, by: .commandLine)
      case .expiry, .loss: break
      }
    }
    let id = withdrawal == .loss ? anna.tokenID + 100 : anna.tokenID
    return .bearer(Identity(tokenID: id, name: anna.name, role: anna.role), needing: .editor)
  }

  /// How many entries the audit has.
  fileprivate func entryCount() async throws -> Int {
    try await read { try $0.auditEntries(about: nil, before: nil, limit: 1_000).count }
  }
}
