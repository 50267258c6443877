import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import Synchronization

/// `tanada seed [PATH …]`
struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Import content files into the database: all of them or none.",
    discussion: """
      Items are inserted or updated by their id; items that are not in the files stay unchanged. \
      If there are problems, those of every file are reported, and nothing is changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files named like their kind (pickup_photos.json), or folders of them (default: Seeds).",
      valueName: "path"))
  var paths: [String] = []

  @Flag(help: "Do nothing if the database already has content.")
  var ifEmpty = false

  @Flag(name: .shortAndLong, help: "Print no summary.")
  var quiet = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let found = try SeedFile.find(
      at: try sources(), kinds: try await .inDatabase(at: settings.database))
    for file in found.ignored {
      Console.message("warning: \(file): ignored, because its name is not a kind of content")
    }
    let store = try SQLiteFeedStore(path: settings.database)
    if ifEmpty, let revision = try await store.latestRevision() {
      if !quiet {
        Console.output(
          "the database already has content, revision \(revision.number)\n")
      }
      return
    }
    let progress = ProgressLine()
    let summary: SeedSummary
    do {
      summary = try await Seeder(store: store).seed(
        found.files, at: Clock.now(), progress: progress.show)
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    try await store.index()
    try store.close()
    warnOfUnknownFields(summary)
    if !quiet { Console.output(Self.table(summary)) }
  }

  private func sources() throws -> [String] {
    guard paths.isEmpty else { return paths }
    guard FileManager.default.fileExists(atPath: "Seeds") else { throw Failure.noSeedsFolder }
    return ["Seeds"]
  }

  private func warnOfUnknownFields(_ summary: SeedSummary) {
    for file in summary.files where !file.unknownFields.isEmpty {
      let total = file.unknownFields.values.reduce(0, +)
      let names = file.unknownFields.sorted { $0.key < $1.key }.prefix(10)
        .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      let more = file.unknownFields.count > 10 ? ", …" : ""
      Console.message("warning: \(file.path): ignored \(total) unknown fields: \(names)\(more)")
    }
  }

  private static func table(_ summary: SeedSummary) -> String {
    let width = summary.files.map(\.kind.name.count).max() ?? 0
    var lines = summary.files.map { file in
      let name = file.kind.name.padding(toLength: width, withPad: " ", startingAt: 0)
      // Items that are not in the files stay: nothing is deleted.
      let counts = [Change.inserted, .updated, .unchanged].map {
        "\(file.counts[$0, default: 0]) \($0.rawValue)"
      }
      return "\(name)  \(counts.joined(separator: ", "))"
    }
    lines.append(summary.revision.map { "revision \($0.number)" } ?? "nothing changed")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A line that shows how far a seeding is: on a terminal only, and only once it has taken a second.
final class ProgressLine: Sendable {
  private static let delay = Duration.seconds(1)
  private static let barWidth = 30

  private let start = ContinuousClock.now
  private let isShown = Mutex(false)

  /// Shows `progress`.
  func show(_ progress: SeedProgress) {
    guard Console.messagesAreTerminal, ContinuousClock.now - start > Self.delay else { return }
    isShown.withLock { $0 = true }
    Console.status(Self.text(progress))
  }

  /// Removes the line.
  func finish() {
    if isShown.withLock({ $0 }) { Console.status("") }
  }

  static func text(_ progress: SeedProgress) -> String {
    let fraction =
      progress.totalBytes > 0
      ? min(Double(progress.bytesRead) / Double(progress.totalBytes), 1) : 0
    let filled = Int(fraction * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    return "\(bar) \(Int(fraction * 100)) % \(progress.file.path)"
  }
}
