import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Shorten the audit, the record of who wrote what.",
    subcommands: [AuditPruneCommand.self])
}

struct AuditPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove old entries of the audit, and record the removal in the audit.",
    discussion: """
      Entries are removed in batches of a few hundred, so that writers do not wait long. The next \
      run continues an interrupted one. GET /v1/audit shows the remaining entries.
      """)

  @OptionGroup var age: AgeOptions

  @Option(
    help: .named("file", "Append the entries to this file as JSON lines before they are removed."))
  var to: String?

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let now = Clock.now()
    let cutoff = age.cutoff(at: now)
    let count = try await settings.withStore(createsFile: false) { store in
      let archive = try to.map { try AuditArchive(path: $0) }
      return try await store.pruneAudit(before: cutoff, at: now) { entries in
        try archive?.append(entries)
      }
    }
    try Console.output("entries removed: \(count), all written before \(cutoff.rfc3339)\n")
  }
}

/// A file of entries that were removed from the audit, each a line of JSON; or a pipe or a device for them.
struct AuditArchive {
  private let path: String
  private let handle: FileHandle
  /// Whether it is a file, which has an end and may be on a disk.
  private let isFile: Bool

  /// Opens what is at `path` for appending, and creates a file if nothing is there.
  init(path: String) throws(Failure) {
    self.path = path
    do throws(FileRefusal) {
      switch try NamedGoal(at: path) {
      case .stream(let stream): (handle, isFile) = (stream, false)
      case .file(let place):
        // Who wrote what is for administrators; a file that is there keeps the mode that somebody gave it.
        let descriptor = open(place, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileRefusal.failed(errno) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        isFile = true
      }
    } catch {
      throw Failure(writing: path, error)
    }
  }

  /// Appends `entries` and waits until they are on the disk.
  func append(_ entries: [AuditEntry]) throws(Failure) {
    let lines = Data(entries.flatMap(Self.line))
    do {
      guard isFile else { return try handle.write(contentsOf: lines) }
      let end = try handle.seekToEnd()
      do {
        try handle.write(contentsOf: lines)
        try handle.synchronize()
      } catch {
        // The next run must not append to an incomplete line.
        try handle.truncate(atOffset: end)
        throw error
      }
    } catch {
      throw .cannotWrite(path)
    }
  }

  private static func line(_ entry: AuditEntry) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    // JSONWriter writes no line feed, but a body that an editor sent may contain some.
    return JSONWriter.encode { $0.entry(entry) }.map { $0 == newline ? UInt8(ascii: " ") : $0 }
      + [newline]
  }
}
