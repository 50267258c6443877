import ArgumentParser
import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import FeedPublisher
import StrictJSON

/// A failure of a command itself.
enum Failure: Error {
  case cannotRead(path: String, FileRefusal)
  case cannotWrite(path: String)
  case noStandardInput
  case noStandardOutput
  case noOutput(path: String, FileRefusal)
  case exists(path: String)
  case wouldReplace(path: String)
  case noSeedsFolder
  case noFolder(path: String)
  case unknownFeed(String, known: [String])
  case permanentFeed(String)
  case notRestored([String])
  case releaseNotShown([String])
  case unknownSection(String, feed: String, known: [String])
  case sectionLeftOut(String, feed: String, version: Int)
  case unreadableSection(String, reason: String)
  case unknownToken(Int)
  case unusablePicture(path: String, any Error)
  case drawingTooLarge(side: Int, scale: Double, limit: Int, isSection: Bool)
  case notReady(url: String, reason: String)
  case noPort
  case tooFewOpenFiles(granted: Int, needed: Int)
}

extension Failure {
  /// The failure of a command whose file at `path` cannot be written.
  init(writing path: String, _ refusal: FileRefusal) {
    self =
      switch refusal {
      case .missing, .failed: .cannotWrite(path: path)
      case .folder, .idlePipe, .pipe, .socket, .device: .noOutput(path: path, refusal)
      }
  }
}

extension Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotRead(let path, .missing): "\(path): cannot be read; check that it exists"
    case .cannotRead(let path, let reason): "\(path): \(reason)"
    case .cannotWrite(let path): "\(path): cannot be written; check its folder and permissions"
    case .noStandardInput: "standard input: cannot be read"
    case .noStandardOutput: "standard output: cannot be written; check that its disk has space"
    case .noOutput(let path, let reason): "\(path): \(reason)"
    case .exists(let path): "\(path): exists already; choose another name"
    case .wouldReplace(let path):
      "\(path): has content, which the backup would replace; repeat with --yes to do that"
    case .noSeedsFolder:
      "Seeds: no such folder here; name the files or folders to seed from"
    case .noFolder(let path): "\(path): no such folder"
    case .unknownFeed(let name, let known):
      "\(name): there is no such feed; expected one of \(known.joined(separator: ", "))"
    case .permanentFeed(let name): "\(name): this feed cannot be removed"
    case .notRestored(let reasons), .releaseNotShown(let reasons):
      reasons.joined(separator: "\n")
    case .unknownSection(let id, let feed, let known):
      "\(id): the \(feed) feed has no such section; expected one of \(known.joined(separator: ", "))"
    case .sectionLeftOut(let id, let feed, let version):
      "\(id): this section of the \(feed) feed is left out for clients that draw documents up to version \(version)"
    case .unreadableSection(let id, let reason): "\(id): \(reason)"
    case .unknownToken(let id): "\(id): no such token; 'tanada token list' shows them all"
    case .unusablePicture(let path, let error): "\(path): \(error)"
    case .drawingTooLarge(let side, let scale, let limit, let isSection):
      "the drawing is \(side) points long: at \(NumberText.shortest(scale)) pixels each, that is more "
        + "than the \(limit) of a picture" + Self.advice(side, limit, isSection: isSection)
    case .notReady(let url, let reason): "\(url): \(reason)"
    case .noPort: "port is 0, which is any free one; name the server with --url"
    case .tooFewOpenFiles(let granted, let needed):
      "only \(granted) files can be open, and a server needs at least \(needed); raise the limit on open files "
        + "(ulimit -n, LimitNOFILE)"
    }
  }

  /// How to draw `side` points with at most `limit` pixels: at a scale that there is, or fewer of them.
  private static func advice(_ side: Int, _ limit: Int, isSection: Bool) -> String {
    let largest = (Double(limit) / Double(side) * 100).rounded(.down) / 100
    let choices =
      (VectorDrawing.scales.contains(largest)
        ? ["a --scale of at most \(NumberText.shortest(largest))"] : [])
      + (isSection ? [] : ["one section"])
    return choices.isEmpty ? "" : "; choose " + choices.joined(separator: ", or ")
  }

  /// Whether `error` describes itself in a sentence for people. The argument parser prints all other
  /// errors, such as wrong usage.
  static func isOurs(_ error: any Error) -> Bool {
    switch error {
    case is Failure, is StoreError, is SeedError, is InvalidFile, is LayoutError, is ServerError,
      is SettingsError, is StageError, is KindFailure, is PhotoStorageError, is PictureError,
      is PhotoFilesFailure, is StoreFileError, is ExportError, is ExportTargetError,
      is OwnThreadError:
      true
    default: false
    }
  }
}
