import ArgumentParser
import FeedEditing
import FeedLayout
import FeedModel
import FeedServer
import FeedPublisher
import FeedStore
import Foundation
import StrictJSON
import Synchronization

struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract:
      "Import cells, themes, kinds, items and feeds into the database: all of them or none.",
    discussion: """
      Cells, themes and kinds are defined, items are inserted or updated by their id, and compositions are replaced; \
      what is not in the files stays unchanged. If there are problems, those of every file are \
      reported, and nothing is changed. 'tanada export --all' writes such files; the items of such \
      a folder also lose windows, conditions and translations that they do not have there. \
      Pictures are not among them: add them before with 'tanada photo add'. A database of an older \
      version is brought to the form of this one, also by --dry-run.
      """)

  @Argument(
    help: .named(
      "path",
      "Folders (default: Seeds) with items in files named like their kind (pickup_photos.json), "
        + "designs in cells/ and themes/, definitions in kinds/ and compositions in feeds/; or such files."
    ))
  var paths: [String] = []

  @Flag(help: "Do nothing if the database already has content.") var ifEmpty = false

  @Flag(help: "Print what would change as a difference of exported files, and change nothing.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print no summary.") var quiet = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let files = try SeedSources(at: try sources())
    // A dry run changes nothing, so it makes no file either.
    let temporary = try temporaryFolder(for: settings)
    defer { if let temporary { try? FileManager.default.removeItem(atPath: temporary) } }
    var used = settings
    if let temporary { used.store = .sqlite(temporary + "/tanada.sqlite") }
    try await used.withStore { try await seed(files, into: $0) }
  }

  private func seed(_ files: SeedSources, into store: any FeedStore) async throws {
    if ifEmpty, let revision = try await store.latestRevision() {
      if !quiet {
        try Console.output("the database already has content, revision \(revision.number)\n")
      }
      return
    }
    let seeder = Seeder(
      store: store,
      checking: LayoutChecks(for: Viewport.common))
    if dryRun {
      try await printDifference(of: files, seeder)
    } else {
      try await seed(files, seeder)
      await store.indexWhatWasWritten()
    }
  }

  /// The folder of a new database for a dry run, if there is none yet; it is removed afterwards.
  private func temporaryFolder(for settings: Settings) throws -> String? {
    guard dryRun, let file = settings.storeAddress.file,
      !FileManager.default.fileExists(atPath: file)
    else { return nil }
    let folder = NSTemporaryDirectory() + "tanada-seed-\(UUID.random().text)"
    guard mkdir(folder, 0o700) == 0 else { throw Failure.cannotWrite(folder) }
    return folder
  }

  private func seed(_ files: SeedSources, _ seeder: Seeder) async throws {
    let progress = ProgressLine()
    let summary: SeedSummary
    do {
      summary = try await seeder.seed(files, at: Clock.now()) { step in
        let (read, total) = (Double(step.bytesRead), Double(step.totalBytes))
        progress.show(fraction: total > 0 ? min(read / total, 1) : 0, of: step.file.path)
      }
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    warn(summary)
    if !quiet { try Console.output(Self.table(summary)) }
  }

  private func printDifference(of files: SeedSources, _ seeder: Seeder) async throws {
    let hasColor = Console.outputHasColor
    let isPrinted = Mutex(false)
    let summary = try await seeder.difference(files, at: Clock.now()) { lines in
      if !lines.isEmpty { isPrinted.withLock { $0 = true } }
      for line in lines { try Console.draw(line.printed(hasColor: hasColor)) }
    }
    warn(summary)
    // Standard output is the difference, which may be applied.
    if !quiet, !isPrinted.withLock({ $0 }) { Console.message("dry run, nothing would change") }
  }

  private func warn(_ summary: SeedSummary) {
    for file in summary.ignored {
      Console.message(
        "warning: \(file.printable): ignored, because its name is not a kind of content")
    }
    warnOfUnknownFields(summary)
  }

  private func sources() throws -> [String] {
    guard paths.isEmpty else { return paths }
    guard FileManager.default.fileExists(atPath: "Seeds") else {
      throw Failure("Seeds: no such folder here; name the files or folders to seed from")
    }
    return ["Seeds"]
  }

  private func warnOfUnknownFields(_ summary: SeedSummary) {
    for file in summary.files where !file.unknownFields.isEmpty {
      let total = file.unknownFields.values.reduce(0, +)
      let names = file.unknownFields.sorted { $0.key < $1.key }.prefix(10)
        .map { "\($0.key.printable) (\($0.value))" }.joined(separator: ", ")
      let more = file.unknownFields.count > 10 ? ", …" : ""
      Console.message(
        "warning: \(file.path.printable): ignored \(total) unknown fields: \(names)\(more)")
    }
  }

  private static func table(_ summary: SeedSummary) -> String {
    var rows: [(name: String, counts: [Change: Int])] = summary.files.map {
      ($0.kind.name, $0.counts)
    }
    // In the order in which they are written. No kind can be called `kinds` or `feeds`.
    if !summary.designs.isEmpty { rows.insert(("designs", summary.designs), at: 0) }
    if !summary.kinds.isEmpty { rows.insert(("kinds", summary.kinds), at: 0) }
    if !summary.feeds.isEmpty { rows.append(("feeds", summary.feeds)) }
    let table = Console.table(
      rows.map { row in
        // Items that are not in the files stay: nothing is deleted.
        let counts = [Change.inserted, .updated, .unchanged].map {
          "\(row.counts[$0, default: 0]) \($0.rawValue)"
        }
        return [row.name, counts.joined(separator: ", ")]
      })
    return table + (summary.revision.map { "revision \($0.number)" } ?? "nothing changed") + "\n"
  }
}

extension UnifiedDiff.Line {
  /// The line as it is printed with its end, in the colours of git on a terminal.
  fileprivate func printed(hasColor: Bool) -> [UInt8] {
    let code: String? =
      switch self {
      case .header: "1"
      case .place: "36"
      case .edit(.kept): nil
      case .edit(.removed): "31"
      case .edit(.added): "32"
      }
    let line = Console.shown(bytes)
    guard hasColor, let code else { return line + Array("\n".utf8) }
    return Array("\u{1B}[\(code)m".utf8) + line + Array("\u{1B}[m\n".utf8)
  }
}
