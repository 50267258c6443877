import Foundation
import FeedPublisher
import Testing
import TestSupport

/// The documentation is true: its commands run and print what it says, and the reference leaves nothing out.
@Suite(.serialized) struct DocumentationTests {
  /// Run by `Tests/Newcomer/run`, which is in `Tests/checks.txt`, and `scripts/test` itself.
  static let runElsewhere: Set = ["scripts/start", "scripts/test"]

  /// The commands that have help pages below their own.
  static let subcommands = [
    "layout": Calculations.layouts.map { $0.name.kebabCase },
    "feed": ["list", "show", "remove", "publish", "restore"],
    "kind": ["apply", "list", "show", "remove"],
    "cell": ["apply", "list", "show", "remove"], "theme": ["apply", "list", "show", "remove"],
    "photo": ["inspect", "frame", "pattern", "add", "import", "measure", "sweep"],
    "token": ["create", "list", "revoke"], "studio": ["invite"], "audit": ["prune"],
    "history": ["prune"], "settle": Calculations.settling.map { $0.name.kebabCase },
  ]

  /// These begin without a database, as their readers do; requests are for a server with the samples.
  @Test(arguments: TestScale.cases([("README.md", 2), ("docs/commands.md", 20)], gate: 1))
  func everyExampleFromTheBeginningRuns(page: String, count: Int) async throws {
    let examples = try Self.examples(in: Self.text(of: page))
    #expect(examples.count > count)
    let checks = try String(contentsOf: PackageFiles.file("Tests/checks.txt"), encoding: .utf8)
    let newcomer = try String(contentsOf: PackageFiles.file("Tests/Newcomer/run"), encoding: .utf8)
    #expect(checks.contains("Tests/Newcomer/run") && newcomer.contains("scripts/start"))

    // The server has the database that the first command of the README makes.
    let served = try TemporaryFolder()
    try #require(try await Tanada.run(["seed", PackageFiles.seeds.path], in: served).status == 0)
    try await RunningServer.run(in: served) { server in
      // The examples have a folder of their own, without a database.
      let folder = try TemporaryFolder()
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: "Seeds"), withDestinationURL: PackageFiles.seeds)
      for example in examples where !Self.runElsewhere.contains(example.command) {
        try await Self.check(example, of: page, in: folder, at: server.base)
      }
      guard page == "docs/commands.md" else { return }
      let picture = folder.url.appending(path: "home.svg")
      #expect(try String(contentsOf: picture, encoding: .utf8).hasPrefix("<svg "))
    }
  }

  @Test(
    .onlyAll("everyExampleFromTheBeginningRuns has those of the README"),
    arguments: [
      "docs/cells.md", "docs/document.md", "docs/http.md", "docs/kinds.md", "docs/numbers.md",
      "docs/operations.md", "docs/photos.md", "docs/static-export.md", "docs/web.md",
    ])
  func everyExampleOfTheDocumentationRuns(page: String) async throws {
    let text = try Self.text(of: page)
    let examples = Self.examples(in: text)
    #expect(examples.count > 1)
    let folder = try TemporaryFolder()
    // Now, as the pages say, and not when the samples were.
    try #require(try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder).status == 0)
    try await RunningServer.run(in: folder) { server in
      // Beside the database, as an operator is.
      for (name, content) in Self.files(in: text) { try server.folder.write(content, to: name) }
      for name in ["Seeds", "Tests"] {
        try FileManager.default.createSymbolicLink(
          at: server.folder.url.appending(path: name), withDestinationURL: PackageFiles.file(name))
      }
      for example in examples {
        try await Self.check(example, of: page, in: server.folder, at: server.base)
      }
    }
  }

  /// The page for newcomers has its own files, and a server of its own in the middle.
  @Test(.onlyAll("everyExampleFromTheBeginningRuns begins with nothing as well"))
  func gettingStartedGoesFromNothingToAScreen() async throws {
    let page = "docs/getting-started.md"
    let text = try Self.text(of: page)
    let examples = Self.examples(in: text)
    let folder = try TemporaryFolder()
    for (name, content) in Self.files(in: text) { try folder.write(content, to: name) }
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "samples"), withDestinationURL: PackageFiles.seeds)
    let start = try #require(examples.firstIndex { $0.command == "tanada serve" })
    #expect(start > 3 && examples.count > start + 4)
    #expect(examples[start].output == "http://127.0.0.1:8081")
    for example in examples[..<start] { try await Self.check(example, of: page, in: folder) }
    try await RunningServer.run(in: folder) { server in
      for example in examples[(start + 1)...] {
        try await Self.check(example, of: page, in: folder, at: server.base)
      }
    }
  }

  @Test(arguments: [
    "seed", "serve", "preview", "feed", "kind", "cell", "theme", "photo", "token", "studio",
    "audit", "history", "layout", "settle",
    "export", "export-static", "import", "types", "backup", "restore", "check", "migrate", "copy",
    "config", "health", "mcp",
  ])
  func everyOptionIsInTheReferenceOfCommandsOrLayouts(command: String) async throws {
    let reference = try Self.text(of: "docs/commands.md") + Self.text(of: "docs/layouts.md")
    #expect(reference.contains("| `tanada \(command)"))
    let folder = try TemporaryFolder()
    var pages = [try await Tanada.answer(to: [command, "--help"], in: folder).text]
    for subcommand in Self.subcommands[command, default: []] {
      pages.append(try await Tanada.answer(to: [command, subcommand, "--help"], in: folder).text)
    }
    for page in pages {
      let options = page.matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
      #expect(options.contains("--help"), "the help page lists its options")
      let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let repeated = words.firstMatch(of: /default: [^()]*\)\. \(default: [^()]*\)/)
      #expect(repeated == nil, "a default is said twice: \(repeated?.output ?? "")")
      for option in Set(options).subtracting(["--help", "--version"]) {
        #expect(reference.contains("`\(option)"), "\(option) of \(command)")
      }
    }
  }

  @Test func everySettingIsInTheReference() async throws {
    let outcome = try await Tanada.run(["config", "--json"], in: try TemporaryFolder())
    guard case .object(let settings) = try JSONValue.parse(outcome.output) else {
      Issue.record("no settings")
      return
    }
    #expect(!settings.isEmpty)
    for (name, setting) in settings {
      let row = "| `\(name)` | `TANADA_\(name.uppercased())` | `\(setting["value"].text ?? "")` |"
      #expect(try Self.text(of: "docs/settings.md").contains(row), "\(row)")
    }
  }

  // MARK: -

  struct Example {
    let command: String
    var output: String
  }

  /// Runs the command of `example` in `folder`, and compares what it prints.
  ///
  /// - Parameter base: the address of the server in the place of that of the page.
  private static func check(
    _ example: Example, of page: String, in folder: TemporaryFolder, at base: String = ""
  ) async throws {
    let command = example.command.replacing(/http:\/\/127\.0\.0\.1:808[01]/, with: base)
    let path = Tanada.binary.deletingLastPathComponent().path + ":/usr/bin:/bin"
    let outcome = try await Tanada.run(
      "/bin/bash", ["-c", command], in: folder, environment: ["PATH": path])
    let printed = (outcome.text + outcome.messages).trimmingCharacters(in: .newlines)
    #expect(
      matches(printed, example.output),
      "\(example.command)\nprinted \(printed)\nbut \(page) says \(example.output)")
  }

  private static func text(of page: String) throws -> String {
    try String(contentsOf: PackageFiles.file(page), encoding: .utf8)
  }

  /// The commands of all `console` blocks, each with the lines below it.
  private static func examples(in text: String) -> [Example] {
    var examples: [Example] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), output: ""))
      } else if isInside, let last = examples.indices.last {
        examples[last].output += (examples[last].output.isEmpty ? "" : "\n") + line
      }
    }
    return examples
  }

  /// The files that a page shows: the `json` blocks with a name.
  private static func files(in text: String) -> [(name: String, content: String)] {
    text.matches(of: /(?s)```json ([a-z0-9.\/-]+)\n(.*?)```/).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  /// Whether `printed` is `expected`, in which `…` stands for anything.
  private static func matches(_ printed: String, _ expected: String) -> Bool {
    let parts = expected.components(separatedBy: "…")
    guard parts.count > 1 else { return printed == expected }
    var rest = Substring(printed)
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
