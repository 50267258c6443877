import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore
import FeedStoreSQLite
import StrictJSON

/// `tanada import KIND FILE`
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring items of one kind into the database: all of them or none.",
    discussion: """
      Items are inserted or updated by their id. Every problem is reported with its place, and then \
      nothing is changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "\(ContentKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
  var kind: String

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file"))
  var file: String

  @Option(help: TransferFormat.help, transform: TransferFormat.init(argument:))
  var format = TransferFormat.json

  @Flag(help: "Say what would happen, and change nothing.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print no summary.")
  var quiet = false

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    _ = try ContentKind(argument: kind)
  }

  func run() async throws {
    let settings = try await options.settings()
    let kind = try ContentKind(argument: kind)
    let store = try SQLiteFeedStore(path: settings.database)
    let summary: ImportSummary
    do {
      summary = try await Importer(store: store).run(
        ImportSource(kind: kind, format: format, path: file == "-" ? nil : file),
        isRehearsal: dryRun, at: Clock.now())
    } catch let problems as ContentProblems {
      throw InvalidFile(path: file, problems: problems)
    }
    try store.close()
    for (name, count) in summary.unknownFields.sorted(by: { $0.key < $1.key }).prefix(10) {
      Console.message("warning: \(file): ignored the unknown field \(name) (\(count))")
    }
    if !quiet { Console.output(text(summary)) }
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
