package import FeedModel
package import FeedStore

/// Adds the pictures that content names by addresses to the photos, each of which then stands for its
/// address.
package struct PhotoImporter: Sendable {
  /// What an import has done.
  package struct Report: Sendable {
    package var addedCount = 0
    /// Addresses whose picture was a photo already.
    package var knownCount = 0
    /// Addresses without a picture, in alphabetical order, and why.
    package var failures: [(address: String, reason: String)] = []

    package var count: Int { addedCount + knownCount + failures.count }
  }

  private let library: PhotoLibrary
  private let source: any PictureSource
  private let width: Int

  /// - Parameter width: How many pictures are copied at a time.
  package init(library: PhotoLibrary, source: any PictureSource, width: Int = 4) {
    self.library = library
    self.source = source
    self.width = width
  }

  /// The addresses in items of `kinds` that no photo stands for.
  package func addresses(of kinds: [ContentKind]) async throws -> [String] {
    var addresses: Set<String> = []
    for kind in kinds {
      var last: String?
      repeat {
        let (start, limit) = (last, 1_000)
        let found = try await library.store.read {
          try $0.unknownPictures(of: kind, after: start, limit: limit)
        }
        addresses.formUnion(found)
        last = found.count == limit ? found.last : nil
      } while last != nil
    }
    return addresses.sorted()
  }

  /// Adds the pictures at `addresses`. What is added stays when the import is interrupted, and another one
  /// goes on from there.
  ///
  /// - Parameter progress: called after each picture.
  /// - Throws: `StoreError`, ``PhotoStorageError``, or `CancellationError`. A picture that cannot be copied
  ///   or decoded is in the report.
  package func run(
    _ addresses: [String], by actor: AuditActor,
    progress: @Sendable (_ report: Report, _ address: String) -> Void
  ) async throws -> Report {
    var report = Report()
    var rest = addresses[...]
    try await withThrowingTaskGroup(of: (String, Result<Bool, any Error>).self) { group in
      func next() {
        guard let address = rest.popFirst() else { return }
        group.addTask { (address, try await outcome(address, by: actor)) }
      }
      for _ in 0..<width { next() }
      while let (address, outcome) = try await group.next() {
        switch outcome {
        case .success(true): report.addedCount += 1
        case .success(false): report.knownCount += 1
        case .failure(let error): report.failures.append((address, "\(error)"))
        }
        progress(report, address)
        next()
      }
    }
    report.failures.sort { $0.address < $1.address }
    return report
  }

  /// Whether the photo is new, or why there is none. Errors of the database or its folder end the import.
  private func outcome(
    _ address: String, by actor: AuditActor
  ) async throws -> Result<Bool, any Error> {
    do {
      let file = try library.storage.makeIncomingFile()
      try await source.copy(address, into: file)
      return .success(try await library.add(file, standingFor: address, by: actor).isNew)
    } catch let error as StoreError {
      throw error
    } catch let error as PhotoStorageError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(error)
    }
  }
}
