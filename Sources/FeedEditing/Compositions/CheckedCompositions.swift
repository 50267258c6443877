package import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization

/// A check of compositions that remembers what it has found, so that it takes no time in the transaction that writes
/// compositions which were checked before it.
package final class CheckedCompositions: Sendable {
  private let examine: Editor.CompositionCheck
  /// The compositions that were checked, and their problems; `nil` for none.
  private let known = Mutex<[Question: DocumentProblems?]>([:])

  private struct Question: Hashable {
    let composition: Composition
    let catalogue: CellCatalogue
  }

  package init(by check: @escaping Editor.CompositionCheck) {
    examine = check
  }

  /// Checks `composition` with the cells of `catalogue` unless that was done before.
  ///
  /// - Throws: the problems of the composition.
  package func check(_ composition: Composition, _ catalogue: CellCatalogue) throws {
    let question = Question(composition: composition, catalogue: catalogue)
    if let problems = known.withLock({ $0[question] }) {
      if let problems { throw problems }
      return
    }
    do {
      try examine(composition, catalogue)
      known.withLock { $0[question] = .some(nil) }
    } catch let problems as DocumentProblems {
      known.withLock { $0[question] = problems }
      throw problems
    }
  }

  /// Checks `composition` for a transaction to come, which says what is wrong with it.
  fileprivate func prepare(_ composition: Composition, _ catalogue: CellCatalogue) {
    do { try check(composition, catalogue) } catch {}
  }
}

extension Batch {
  /// The check of its compositions by `check`, which is done with the cells of `catalogue`.
  package func checkedCompositions(
    in catalogue: CellCatalogue, by check: @escaping Editor.CompositionCheck
  ) -> CheckedCompositions {
    let checked = CheckedCompositions(by: check)
    for case .compose(let operation)? in operations.map(\.action) {
      checked.prepare(operation.composition, catalogue)
    }
    return checked
  }
}

extension Editor {
  /// The check by `check` of the compositions of the release `id`, which is done for those that it has now.
  ///
  /// - Throws: ``StoreError``.
  package func checkedCompositions(
    ofRelease id: Int, by check: @escaping CompositionCheck
  ) async throws -> CheckedCompositions {
    let (batch, catalogue) = try await store.read { reader in
      let kinds = try reader.kinds()
      return (try reader.release(id)?.batch(kinds), try reader.catalogue())
    }
    return batch?.checkedCompositions(in: catalogue, by: check) ?? CheckedCompositions(by: check)
  }

  /// The check by `check` of the compositions that `restoration` restores, which is done.
  ///
  /// - Throws: ``StoreError``.
  func checkedCompositions(
    of restoration: Restoration, by check: @escaping CompositionCheck
  ) async throws -> CheckedCompositions {
    let checked = CheckedCompositions(by: check)
    let (compositions, catalogue) = try await store.read { reader in
      let (past, kinds) = (try reader.content(at: restoration.revision), try reader.kinds())
      let compositions = try restoration.subjects.compactMap { subject -> Composition? in
        switch subject {
        case .item, .design: nil
        case .composition(let feed), .feed(let feed):
          try past.compositionDocument(of: feed).flatMap {
            try? Composition(reading: Data($0.utf8), of: feed, kinds: kinds)
          }
        }
      }
      return (compositions, try reader.catalogue())
    }
    for composition in compositions { checked.prepare(composition, catalogue) }
    return checked
  }
}
