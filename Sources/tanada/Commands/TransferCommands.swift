import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export all items of a kind, including drafts, as a snapshot of one revision.",
    discussion: """
      'tanada import' reads the same formats. 'all' writes a file for every kind into the folder \
      given by --output. --all writes kinds, items and feeds for version control, which \
      'tanada seed' reads.
      """)

  @Argument(
    help: .named(
      "kind", "The kind, such as pickup_photos ('tanada kind list' shows them all), or all."))
  var kind: String?

  @Option(
    name: .customLong("all"),
    help: .named(
      "folder",
      "Write kinds, items and feeds into this folder, and remove those of a former export that "
        + "are gone.")) var folder: String?

  @Option(help: TransferFormat.help(default: "json"), transform: TransferFormat.init(argument:))
  var format = TransferFormat.json

  @Option(
    help: .named("tag", "Only items that lack a text in this locale, for translators."),
    transform: LocaleOption.tag(of:)) var untranslated: LocaleTag?

  @Option(
    name: .shortAndLong,
    help: .named("file", "The file to write (default: standard output); the folder for all."))
  var output: String?

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    if folder != nil {
      guard kind == nil, output == nil, format == .json, untranslated == nil else {
        throw ValidationError(
          "--all: expected no kind, --output, --format or --untranslated beside it")
      }
    } else if kind == nil, untranslated == nil {
      throw ValidationError("expected a kind, or --all and a folder")
    } else if kind == nil, format != .json {
      throw ValidationError("--format: expected a kind beside it")
    }
    if kind == "all", output == nil {
      throw ValidationError("--output: expected a folder for all kinds")
    }
  }

  func run() async throws {
    let settings = try await options.settings()
    try await settings.withStore(createsFile: false) { try await export(from: $0, settings) }
  }

  private func export(from store: any FeedStore, _ settings: Settings) async throws {
    if let folder {
      let removed = try await store.read { try FolderExporter(folder: folder).run($0) }
      for path in removed { Console.message("removed \(folder)/\(path)") }
      return
    }
    let (name, format, output) = (kind ?? "", format, output)
    var query = ContentQuery.all
    query.untranslated = untranslated.map(settings.locales.lookup)
    let exported = query
    // One read for all files: they are as of one revision.
    try await store.read { reader in
      let kinds = try reader.kinds()
      if name.isEmpty {
        return try Self.exportUntranslated(exported, of: kinds, from: reader, to: output)
      }
      let files: [(ContentKind, String?)]
      let isFolder = name == "all"
      if isFolder, let output {
        try Self.makeFolder(output)
        files = kinds.all.map { ($0, "\(output)/\($0.name).\(format.rawValue)") }
      } else {
        files = [(try kinds.argument(name), output == "-" ? nil : output)]
      }
      for (kind, path) in files {
        let file = try ExportFile(path, isInNamedFolder: isFolder)
        try file.write(Exporter(kind: kind, query: exported, format: format, shownAt: nil), reader)
        try file.finish()
      }
    }
  }

  /// Writes one object with the items of every kind that `query` finds, by the names of the kinds.
  private static func exportUntranslated(
    _ query: ContentQuery, of kinds: ContentKinds, from reader: any ContentReader,
    to output: String?
  ) throws {
    let file = try ExportFile(output == "-" ? nil : output)
    var separator = "{\n"
    for kind in kinds.all where kind.hasLocalizedFields {
      guard try reader.count(of: kind, matching: query, visibility: nil) > 0 else { continue }
      try file.write(Array("\(separator)\"\(kind.name)\":".utf8))
      separator = ",\n"
      try file.write(Exporter(kind: kind, query: query, format: .json, shownAt: nil), reader)
    }
    try file.write(Array((separator == "{\n" ? "{}\n" : "}\n").utf8))
    try file.finish()
  }

  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure.cannotWrite(path)
    }
  }
}

/// A file that is replaced once the new one is complete, what else is at a path, or standard output.
struct ExportFile {
  private let path: String?
  private let file: WrittenFile?

  /// - Parameter isInNamedFolder: whether somebody named the folder of the file, and not the file.
  init(_ path: String?, isInNamedFolder: Bool = false) throws {
    self.path = path
    do {
      file = try path.map { path throws(FileRefusal) in
        try WrittenFile(at: path, isInNamedFolder: isInNamedFolder)
      }
    } catch {
      throw Failure(writing: path ?? "-", error)
    }
  }

  func write(_ bytes: [UInt8]) throws {
    guard let file else {
      return try Console.output(bytes)
    }
    do { try file.write(Console.shown(bytes, isTerminal: file.isTerminal)) } catch {
      throw Failure(writing: path ?? "-", error)
    }
  }

  /// Writes all items of `exporter`.
  func write(_ exporter: Exporter, _ reader: any ContentReader) throws {
    var exporter = exporter
    while let piece = try exporter.next(from: reader) { try write(piece) }
  }

  func finish() throws {
    do { try file?.finish() } catch { throw Failure(writing: path ?? "-", error) }
  }
}

extension TransferFormat {
  /// The help of `--format`.
  static func help(default text: String) -> ArgumentHelp {
    .named("format", "\(names) (default: \(text)).")
  }

  private static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format called `name` on the command line.
  init(argument name: String) throws {
    guard let format = TransferFormat(rawValue: name) else {
      throw ValidationError("expected one of \(Self.names), found \(name)")
    }
    self = format
  }
}

extension ContentKinds {
  /// The kind called `name` on the command line.
  func argument(_ name: String) throws -> ContentKind {
    guard let kind = self[name] else {
      throw ValidationError("expected one of \(names.joined(separator: ", ")), found \(name)")
    }
    return kind
  }

  /// The kinds of the store, or those of a new one if its file is not there.
  static func inStore(of settings: Settings) async throws -> ContentKinds {
    if let file = settings.storeAddress.file, !FileManager.default.fileExists(atPath: file) {
      return .standard
    }
    return try await settings.withStore { try await $0.kinds() }
  }
}

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import items of one kind into the database: all of them or none.",
    discussion: """
      Items are inserted or updated by their id. If there are problems, each is reported with its \
      place, and nothing is changed.
      """)

  @Argument(
    help: .named("kind", "The kind, such as pickup_photos ('tanada kind list' shows them all)."))
  var kind: String

  @Argument(help: .named("file", "The file, or - for standard input.")) var file: String

  @Option(
    help: TransferFormat.help(default: "the one of the file's name, else json"),
    transform: TransferFormat.init(argument:)) var format: TransferFormat?

  @Flag(help: "Check the file and print the summary, but change nothing.") var dryRun = false

  @Flag(name: .shortAndLong, help: "Print no summary.") var quiet = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let kind = try await ContentKinds.inStore(of: settings).argument(kind)
    let summary = try await settings.withStore { store in
      let known = format ?? TransferFormat(fileName: file)
      do {
        let editor = Editor(store: store, clock: Clock.now)
        let summary = try await editor.importItems(
          of: kind, in: known ?? .json, from: file == "-" ? nil : file, isDryRun: dryRun,
          by: .program)
        await store.indexWhatWasWritten()
        return summary
      } catch let problems as DocumentProblems {
        throw InvalidFile(
          path: file, problems: problems,
          advice: known == nil && problems.concernWholeFile ? "for a table, add --format csv" : nil)
      }
    }
    for (name, count) in summary.unknownFields.sorted(by: { $0.key < $1.key }).prefix(10) {
      Console.message("warning: \(file): ignored the unknown field \(name.printable) (\(count))")
    }
    if !quiet { try Console.output(text(summary)) }
  }

  private func text(_ summary: ImportSummary) -> String {
    let counts = [Change.inserted, .updated, .unchanged]
      .map { "\(summary.counts[$0, default: 0]) \($0.rawValue)" }.joined(separator: ", ")
    let revision =
      dryRun
      ? "dry run, nothing changed"
      : summary.revision.map { "revision \($0.number)" } ?? "nothing changed"
    return "\(kind)  \(counts)\n\(revision)\n"
  }
}

extension DocumentProblems {
  /// Whether nothing of the file was understood, although there is something in it.
  fileprivate var concernWholeFile: Bool {
    count == 1 && listed.allSatisfy { $0.pointer.isEmpty && $0.found != .emptyFile }
  }
}
