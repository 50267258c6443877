import FeedEditing
package import FeedModel
package import FeedStore
import Synchronization

/// When tokens were last accepted, as far as the store does not know yet: a request that is read does not write.
package final class TokenUses: Sendable {
  /// By the number of the token.
  private let moments = Mutex<[Int: Timestamp]>([:])

  package init() {}

  /// Notes that token `id` is accepted at `moment`.
  package func note(_ id: Int, at moment: Timestamp) {
    moments.withLock { $0[id] = moment }
  }

  /// When token `id` was last accepted; `nil` if the store knows as much.
  package func lastUse(of id: Int) -> Timestamp? {
    moments.withLock { $0[id] }
  }

  /// Writes to `store` what it does not know, in one transaction.
  ///
  /// - Throws: ``StoreError``; then nothing is forgotten.
  package func write(to store: any FeedStore, at now: Timestamp) async throws {
    let noted = moments.withLock { $0 }
    guard !noted.isEmpty else { return }
    _ = try await Editor(store: store, clock: { now }).write(by: .program) { transaction in
      for (id, moment) in noted { try transaction.noteUse(ofToken: id, at: moment) }
    }
    moments.withLock { moments in
      for (id, moment) in noted where moments[id] == moment { moments[id] = nil }
    }
  }
}
