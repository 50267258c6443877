package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// Adds the pictures of the addresses in content to the photos, and assigns each address to its photo.
package struct PhotoImporter: Sendable {
  /// The result of an import.
  package struct Report: Sendable {
    package var addedCount = 0
    /// Addresses whose picture was a photo already.
    package var knownCount = 0
    /// Addresses without a picture, in alphabetical order, and why.
    package var failures: [(address: String, reason: String)] = []

    package var count: Int { addedCount + knownCount + failures.count }
  }

  /// How many photos are added in one revision.
  private static let batchCount = 50

  private let library: PhotoLibrary
  private let source: any PictureSource
  private let width: Int

  /// - Parameter width: How many pictures are copied at a time.
  package init(library: PhotoLibrary, source: any PictureSource, width: Int = 4) {
    self.library = library
    self.source = source
    self.width = width
  }

  /// The addresses in items of `kinds` that are assigned to no photo.
  package func addresses(of kinds: [ContentKind]) async throws -> [String] {
    var addresses: Set<ExactText> = []
    for kind in kinds {
      var last: String?
      repeat {
        let (start, limit) = (last, 1_000)
        let found = try await library.store.read {
          try $0.unknownPictures(of: kind, after: start, limit: limit)
        }
        addresses.formUnion(found.map(\.exact))
        last = found.count == limit ? found.last : nil
      } while last != nil
    }
    return addresses.map(\.text).sorted()
  }

  /// Adds the pictures at `addresses`, many in one revision. An interrupted import keeps the photos that
  /// it has added, and the next one continues from there.
  ///
  /// - Parameter progress: called after each picture with how many there were.
  /// - Throws: `StoreError`, ``PhotoStorageError``, or `CancellationError`. A picture that cannot be copied
  ///   or decoded is in the report.
  package func run(
    _ addresses: [String], by author: Author,
    progress: @Sendable (_ count: Int, _ address: String) -> Void
  ) async throws -> Report {
    var report = Report()
    var ready: [PhotoLibrary.Candidate] = []
    try await addresses.forEachBounded(by: width) {
      try await copy(of: $0)
    } then: { copy in
      switch copy.candidate {
      case .success(let candidate): ready.append(candidate)
      case .failure(let error): report.failures.append((copy.address, "\(error)"))
      }
      if ready.count == Self.batchCount { try await add(&ready, to: &report, by: author) }
      progress(report.count + ready.count, copy.address)
    }
    try await add(&ready, to: &report, by: author)
    report.failures.sort { $0.address < $1.address }
    return report
  }

  private func add(
    _ ready: inout [PhotoLibrary.Candidate], to report: inout Report, by author: Author
  ) async throws {
    guard !ready.isEmpty else { return }
    let newCount = try await library.add(ready, by: author).count { $0 }
    report.addedCount += newCount
    report.knownCount += ready.count - newCount
    ready = []
  }

  /// An address, and the photo there or why there is none. A task has no tuple as its result, for the
  /// reason that `PictureMeasuring` gives.
  private struct Copy: Sendable {
    let address: String
    let candidate: Result<PhotoLibrary.Candidate, any Error>
  }

  /// Copies the picture at an address. Errors of the database or its folder end the import.
  private func copy(of address: String) async throws -> Copy {
    do {
      let file = try library.storage.makeIncomingFile()
      try await source.copy(address, into: file)
      let candidate = try await library.candidate(in: file, assignedTo: address)
      return Copy(address: address, candidate: .success(candidate))
    } catch let error as StoreError {
      throw error
    } catch let error as PhotoStorageError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      return Copy(address: address, candidate: .failure(error))
    }
  }
}

/// A source of the pictures that content names by an address.
package protocol PictureSource: Sendable {
  /// Copies the picture at `address` into `file`.
  ///
  /// - Throws: an error that describes itself in a sentence.
  func copy(_ address: String, into file: IncomingFile) async throws
}

extension PictureFetcher: PictureSource {
  package func copy(_ address: String, into file: IncomingFile) async throws {
    let copy = FileManager.default.temporaryDirectory
      .appending(path: "tanada-picture-\(UUID.random().text)").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try await fetch(address, to: copy)
    try file.append(contentsOf: copy, limit: PhotoLibrary.maximumByteCount)
  }
}

/// A folder with a picture for each address: `https://example.com/photos/1.jpg` is
/// `example.com/photos/1.jpg`.
package struct PictureFolder: PictureSource {
  /// Why there is no picture.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  private let path: String

  package init(path: String) {
    self.path = path
  }

  /// Whether there is a folder at `path`.
  package static func exists(at path: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue
  }

  package func copy(_ address: String, into file: IncomingFile) async throws {
    guard let parts = URLComponents(string: address), let host = parts.host else {
      throw Missing(description: "not an address")
    }
    let names = [host] + parts.path.split(separator: "/").map(String.init)
    // An address never leads out of the folder.
    guard !names.contains("..") else { throw Missing(description: "the path has \"..\"") }
    let filePath = ([path] + names).joined(separator: "/")
    guard FileManager.default.fileExists(atPath: filePath) else {
      throw Missing(description: "\(filePath): no such file")
    }
    try file.append(contentsOf: filePath, limit: PhotoLibrary.maximumByteCount)
  }
}
