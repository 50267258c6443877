import ArgumentParser
import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore

/// A failure of a command, in words for people: a sentence, or a line for each of several.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ lines: [String]) {
    self.init(lines.joined(separator: "\n"))
  }
}

extension Failure {
  /// The failure of a command whose file at `path` cannot be read.
  init(reading path: String, _ refusal: FileRefusal) {
    if case .missing = refusal {
      self.init("\(path): cannot be read; check that it exists")
    } else {
      self.init("\(path): \(refusal)")
    }
  }

  /// The failure of a command whose file at `path` cannot be written.
  init(writing path: String, _ refusal: FileRefusal) {
    switch refusal {
    case .missing, .failed: self = .cannotWrite(path)
    case .folder, .idlePipe, .pipe, .socket, .device: self.init("\(path): \(refusal)")
    }
  }

  static func cannotWrite(_ path: String) -> Failure {
    Failure("\(path): cannot be written; check its folder and permissions")
  }

  static func unknownFeed(_ name: String, in store: some FeedStore) async throws -> Failure {
    let known = try await store.read { try $0.feedNames() }
    return Failure(
      "\(name): there is no such feed; expected one of \(known.joined(separator: ", "))")
  }

  /// A setting that has a value that it cannot have.
  static func setting(
    _ name: String, from origin: String, expected: String, found: String
  ) -> Failure {
    Failure("\(name) (\(origin)): expected \(expected), found \(found)")
  }

  /// Whether `error` describes itself in a sentence for people. The argument parser prints all other
  /// errors, such as wrong usage.
  static func isOurs(_ error: any Error) -> Bool {
    switch error {
    case is Failure, is StoreError, is SeedError, is InvalidFile, is LayoutError, is ServerError,
      is StageError, is PhotoStorageError, is PictureError, is ExportError, is OwnThreadError:
      true
    default: false
    }
  }
}
