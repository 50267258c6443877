import Foundation
import Testing
import TestSupport

/// The commands that need no server.
@Suite struct CommandTests {
  // A test per type and not per case: hundreds of processes at once are more than a machine has
  // file descriptors for.
  @Test(arguments: ConformanceCase.types)
  func everyCaseIsReachedByItsOptions(type: String) async throws {
    let folder = try TemporaryFolder()
    for (name, vector) in try Self.cases(of: type) {
      let outcome = try await Tanada.answer(
        to: vector.arguments, in: folder, input: try vector.document)
      try #require(outcome.status == 0, "\(name): \(outcome.messages)")
      let differences = try JSONValue.parse(outcome.output).differences(from: vector.expected)
      #expect(differences.isEmpty, "\(name): \(differences.prefix(3))")
    }
  }

  /// The cases of `type` that have each of its options at least once, since every case is calculated by the tests of
  /// FeedPublisher; in a soak all.
  private static func cases(of type: String) throws -> [(name: String, vector: ConformanceCase)] {
    var cases = try ConformanceCase.all.filter { $0.hasPrefix(type + "/") }
      .map { (name: $0, vector: try ConformanceCase.named($0)) }
    guard !TestScale.current.isSoak else { return cases }
    // Cases with many options come first, so that few are enough.
    cases.sort { ($0.vector.options.count, $1.name) > ($1.vector.options.count, $0.name) }
    var options: Set<String> = []
    return cases.enumerated().filter { index, one in
      let isNew = !options.isSuperset(of: one.vector.options.keys)
      options.formUnion(one.vector.options.keys)
      return isNew || index == 0
    }.map(\.element)
  }

  @Test(arguments: [
    (
      ["snap-carousel", "--pages", "4", "--offset", "585", "--translation", "-250"],
      #"{"page":1,"offset":195}"#
    ),
    (
      ["snap-carousel", "--width", "375", "--pages=4", "--offset=-562.5", "--translation=0"],
      #"{"page":3,"offset":-562.5}"#
    ),
    (
      ["circular-carousel", "--count", "6", "--offset", "0", "--translation", "-300"],
      #"{"offset":-1,"slot":5}"#
    ),
    (
      ["circular-carousel", "--count", "1", "--offset", "-1", "--translation", "0"],
      #"{"offset":0,"slot":1}"#
    ),
  ])
  func settleIsOneLineOfJSON(arguments: [String], expected: String) async throws {
    let outcome = try await Tanada.answer(to: ["settle"] + arguments, in: try TemporaryFolder())
    #expect(outcome.text == expected + "\n")
  }

  @Test func aLayoutHasItsNameWithHyphensOrUnderscores() async throws {
    let items = Data(#"[{"id":1}]"#.utf8)
    let folder = try TemporaryFolder()
    let hyphens = try await Tanada.answer(
      to: ["layout", "snap-carousel", "--width", "320"], in: folder, input: items)
    let underscores = try await Tanada.answer(
      to: ["layout", "snap_carousel", "--width", "320", "-"], in: folder, input: items)
    #expect(hyphens.text.hasPrefix(#"{"type":"snap_carousel","viewport":{"width":320}"#))
    #expect(underscores.text == hyphens.text)
  }

  @Test func anUnknownLayoutIsAnsweredWithTheNamesOfAll() async throws {
    let outcome = try await Tanada.answer(
      to: ["layout", "masonry", "-"], in: try TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains("expected one of shelf, snap-carousel, circular-carousel"))
    #expect(outcome.messages.contains(#"found "masonry""#))
  }

  @Test(arguments: [
    ["layout", "nope"], ["layout", "shelf", "--width", "100"], ["layout", "shelf", "--width", "x"],
    ["layout", "shelf", "--width", "nan"], ["layout", "card-stack", "--height", "1"],
    ["settle", "snap-carousel", "--pages", "0", "--offset", "0", "--translation", "0"],
    ["settle", "snap-carousel", "--pages", "1", "--offset", "nan", "--translation", "0"],
    ["settle", "circular-carousel", "--count", "0", "--offset", "0", "--translation", "0"],
    ["settle", "circular-carousel", "--count", "2", "--offset", "0", "--translation", "inf"],
    ["preview", "--format", "gif"], ["preview", "--width", "5000"], ["nope"], ["seed", "--nope"],
  ])
  func wrongUsageIsExitCode64(arguments: [String]) async throws {
    let outcome = try await Tanada.answer(to: arguments, in: try TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
    #expect(!outcome.messages.isEmpty)
  }

  @Test(.onlyAll("ItemListTests has the places of problems; DatabaseFailureTests a sentence"))
  func layoutNamesTheFileAndThePlace() async throws {
    let folder = try TemporaryFolder()
    let items = #"{"result":[{"id":1,"photo_width":3,"photo_height":4},{"id":2,"width":3}]}"#
    try folder.write(items, to: "items.json")
    let outcome = try await Tanada.run(
      ["layout", "staggered-grid", "items.json"], in: folder, status: 1)
    #expect(
      outcome.messages == """
        error: items.json#/result/1/height: expected a number above 0, found nothing (line 1)

        """)
    let missing = try await Tanada.run(["layout", "shelf", "none.json"], in: folder)
    #expect(missing.messages == "error: none.json: cannot be read; check that it exists\n")
  }

  @Test func aFlagGoesBeforeTheEnvironmentThatBeforeTheFileThatBeforeTheDefault() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"port":1,"host":"0.0.0.0","database":"file.sqlite"}"#, to: "tanada.json")
    let outcome = try await Tanada.run(
      ["config", "--database", "flag.sqlite"], in: folder,
      environment: ["TANADA_PORT": "2", "TANADA_DATABASE": "environment.sqlite", "TANADA_HOST": ""])
    let rows = outcome.text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(
      rows.prefix(6) == [
        ["store", "sqlite:flag.sqlite", "(flag)"], ["database", "flag.sqlite", "(flag)"],
        ["host", "0.0.0.0", "(tanada.json)"], ["port", "2", "(environment)"],
        ["time_zone", "Asia/Tokyo", "(default)"], ["locales", "ja", "(default)"],
      ])
    #expect(rows.dropFirst(6).allSatisfy { $0.last == "(default)" })
    let json = try await Tanada.run(["config", "--json"], in: folder)
    #expect(try JSONValue.parse(json.output)["port"]["origin"].text == "tanada.json")
  }

  @Test(
    arguments: TestScale.cases(
      [
        (
          ["TANADA_CONFIG": "typo.json"], "typo.json#/prot: no such setting; expected some of store"
        ),
        (["TANADA_PORT": "abc"], "port (environment): expected a whole number from 0 to 65535"),
        (["TANADA_PORT": "65536"], "port (environment): expected a whole number from 0 to 65535"),
        (
          ["TANADA_TIME_ZONE": "Mars/Base"], "time_zone (environment): expected a time zone such as"
        ),
        (["TANADA_LOG_LEVEL": "loud"], "log_level (environment): expected one of trace, debug"),
        (["TANADA_CONFIG": "none.json"], "none.json: no such configuration file"),
        (["TANADA_CONFIG": "broken.json"], "broken.json#/port: expected text, a number, true"),
        (["TANADA_CONFIG": "twice.json"], "twice.json#/port: expected a unique name"),
        (
          ["TANADA_CONFIG": "list.json"],
          "list.json: expected an object of settings, found an array"
        ),
      ], gate: 1))
  func aSettingThatCannotBeIsAnError(environment: [String: String], sentence: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"prot":80}"#, to: "typo.json")
    try folder.write(#"{"port":{}}"#, to: "broken.json")
    try folder.write(#"{"port":1,"port":2}"#, to: "twice.json")
    try folder.write("[]", to: "list.json")
    let outcome = try await Tanada.run(["config"], in: folder, environment: environment, status: 1)
    #expect(outcome.messages.hasPrefix("error: \(sentence)"), "\(outcome.messages)")
    #expect(outcome.messages.split(separator: "\n").count == 1)
  }

  @Test(.onlyAll("LabelTests has days in time zones")) func theTimeZoneMovesTheDay() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"result":[{"id":1,"thumbnail_url":"https://example.com/1.jpg","title":"t",\
      "introduction":"i","published_at":"2022-12-01T15:00:00Z"}]}
      """, to: "trend_articles.json")
    _ = try await Tanada.run(["seed", "trend_articles.json"], in: folder)
    for (zone, label) in [("Asia/Tokyo", "2022.12.02"), ("UTC", "2022.12.01")] {
      let outcome = try await Tanada.run(
        ["preview", "--format", "json", "--time-zone", zone], in: folder)
      let section = try JSONValue.parse(outcome.output)["sections"].elements[3]
      #expect(section["items"].elements.first?["date_label"].text == label)
      #expect(
        section["items"].elements.first?["published_at"].text == "2022-12-01T15:00:00.000+0000",
        "in the one form that the entities of the samples read")
    }
  }
}

extension ConformanceCase {
  /// The command line that asks for this case.
  fileprivate var arguments: [String] {
    let isDrag = type.hasPrefix("settle_")
    let name = isDrag ? String(type.dropFirst("settle_".count)) : type
    var arguments = [isDrag ? "settle" : "layout", name.replacing("_", with: "-")]
    if items != nil { arguments.append("-") }
    for (option, value) in options.sorted(by: { $0.key < $1.key }) {
      let flag = "--" + option.replacing("_", with: "-")
      switch value {
      case .bool(true): arguments.append(flag)
      case .bool(false): break
      default: arguments += [flag, optionTexts[option, default: ""]]
      }
    }
    return arguments
  }
}
