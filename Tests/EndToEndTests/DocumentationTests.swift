import Foundation
import Testing
import TestSupport

/// The README is true: its commands run and print what it says, and it leaves nothing out.
@Suite(.serialized) struct DocumentationTests {
  /// Run by `scripts/test` itself and by `Tests/Newcomer/run`, which it calls.
  static let runElsewhere: Set = ["scripts/start", "scripts/test"]

  /// The commands that have help pages below their own.
  static let subcommands = [
    "layout": [
      "shelf", "snap-carousel", "circular-carousel", "uniform-grid", "staggered-grid",
      "card-stack", "justified-rows", "mosaic", "list", "transform", "image-fit", "zoom",
      "stars",
    ],
    "feed": ["list", "show", "remove", "publish", "restore"],
    "kind": ["apply", "list", "show", "remove"],
    "photo": ["inspect", "frame", "pattern", "add", "import", "measure", "sweep"],
    "token": ["create", "list", "revoke"],
    "studio": ["invite"],
    "audit": ["prune"],
    "settle": ["snap-carousel", "circular-carousel", "scroll"],
  ]

  @Test func everyExampleOfTheReadmeRuns() async throws {
    let examples = try Self.examples(in: Self.readme())
    #expect(examples.count > 8)
    let script = try String(contentsOf: PackageFiles.file("scripts/test"), encoding: .utf8)
    let newcomer = try String(contentsOf: PackageFiles.file("Tests/Newcomer/run"), encoding: .utf8)
    #expect(script.contains("Tests/Newcomer/run") && newcomer.contains("scripts/start"))

    // The server has the database that the README's first command makes.
    let served = try TemporaryFolder()
    try #require(
      try await Tanada.run(["seed", PackageFiles.seeds.path], in: served).status == 0)
    try await RunningServer.run(in: served) { server in
      // The examples have a folder of their own, without a database.
      let folder = try TemporaryFolder()
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: "Seeds"), withDestinationURL: PackageFiles.seeds)
      let path = Tanada.binary.deletingLastPathComponent().path + ":/usr/bin:/bin"
      for example in examples where !Self.runElsewhere.contains(example.command) {
        let command = example.command.replacingOccurrences(
          of: "http://127.0.0.1:8080", with: server.base)
        let outcome = try await Tanada.run(
          "/bin/bash", ["-c", command], in: folder, environment: ["PATH": path])
        let printed = (outcome.text + outcome.messages)
          .trimmingCharacters(in: .newlines)
        #expect(
          Self.matches(printed, example.output),
          "\(example.command)\nprinted \(printed)\nbut the README says \(example.output)")
      }
      let picture = folder.url.appending(path: "home.svg")
      #expect(try String(contentsOf: picture, encoding: .utf8).hasPrefix("<svg "))
    }
  }

  @Test(arguments: [
    "docs/document.md", "docs/http.md", "docs/kinds.md", "docs/operations.md", "docs/photos.md",
    "docs/static-export.md", "docs/web.md",
  ])
  func everyExampleOfTheDocumentationRuns(page: String) async throws {
    let text = try String(contentsOf: PackageFiles.file(page), encoding: .utf8)
    let examples = Self.examples(in: text)
    #expect(examples.count > 2)
    let folder = try TemporaryFolder()
    // Now, as the pages say, and not when the samples were.
    try #require(try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder).status == 0)
    try await RunningServer.run(in: folder) { server in
      // Beside the database, as an operator is.
      let path = Tanada.binary.deletingLastPathComponent().path + ":/usr/bin:/bin"
      for (name, content) in Self.files(in: text) { try server.folder.write(content, to: name) }
      for name in ["Seeds", "Tests"] {
        try FileManager.default.createSymbolicLink(
          at: server.folder.url.appending(path: name), withDestinationURL: PackageFiles.file(name))
      }
      for example in examples {
        let command = example.command.replacingOccurrences(
          of: "http://127.0.0.1:8080", with: server.base)
        let outcome = try await Tanada.run(
          "/bin/bash", ["-c", command], in: server.folder, environment: ["PATH": path])
        let printed = (outcome.text + outcome.messages).trimmingCharacters(in: .newlines)
        #expect(
          Self.matches(printed, example.output),
          "\(example.command)\nprinted \(printed)\nbut \(page) says \(example.output)")
      }
    }
  }

  @Test(arguments: [
    "seed", "serve", "preview", "feed", "kind", "photo", "token", "studio", "audit", "layout",
    "settle",
    "export", "export-static", "import", "types", "backup", "restore", "check", "migrate", "copy",
    "config",
  ])
  func everyOptionIsInTheReadmeOrTheReferenceOfLayouts(command: String) async throws {
    let readme =
      try Self.readme() + String(contentsOf: PackageFiles.file("docs/layouts.md"), encoding: .utf8)
    #expect(readme.contains("`tanada \(command)"))
    let folder = try TemporaryFolder()
    var pages = [try await Tanada.run(["help", command], in: folder).text]
    for subcommand in Self.subcommands[command, default: []] {
      pages.append(try await Tanada.run(["help", command, subcommand], in: folder).text)
    }
    for page in pages {
      let options = page.matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
      #expect(options.contains("--help"), "the help page lists its options")
      let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let repeated = words.firstMatch(of: /default: [^()]*\)\. \(default: [^()]*\)/)
      #expect(repeated == nil, "a default is said twice: \(repeated?.output ?? "")")
      for option in Set(options).subtracting(["--help", "--version"]) {
        #expect(readme.contains("`\(option)"), "\(option) of \(command)")
      }
    }
  }

  @Test func everySettingIsInTheReadme() async throws {
    let outcome = try await Tanada.run(["config", "--json"], in: try TemporaryFolder())
    guard case .object(let settings) = try JSONValue.parse(outcome.output) else {
      Issue.record("no settings")
      return
    }
    #expect(!settings.isEmpty)
    for (name, setting) in settings {
      let row =
        "| `\(name)` | `TANADA_\(name.uppercased())` | `\(setting["value"].text ?? "")` |"
      #expect(try Self.readme().contains(row), "\(row)")
    }
  }

  // MARK: -

  struct Example {
    let command: String
    var output: String
  }

  private static func readme() throws -> String {
    try String(contentsOf: PackageFiles.file("README.md"), encoding: .utf8)
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
    text.matches(of: /(?s)```json ([a-z0-9.-]+)\n(.*?)```/).map {
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
