import Foundation
import TestSupport
import Testing

/// A screen as clients of several sorts get it, on the command line.
@Suite struct TargetingTests {
  private static let composition = """
    {"sections":[
      {"id":"news","kind":"recent_news","title":"News"},
      {"id":"app","kind":"campaign_banners","title":"App",
       "when":{"platforms":["ios"],"app_version":">=3.2 <4"}},
      {"id":"members","kind":"featured_topics","title":"Members","when":{"audiences":["members"]}},
      {"id":"spring","kind":"trend_articles","title":"Spring",
       "when":{"share":{"from":0,"to":0.2,"salt":"spring"}}}]}
    """

  @Test(
    .onlyAll("VariantRouteTests has what clients get, and VariantPropertyTests the rules"),
    arguments: [
      ([], ["news"]), (["--platform", "ios"], ["news"]),
      (["--platform", "ios", "--app-version", "3.10"], ["news", "app"]),
      (["--platform", "ios", "--app-version", "4.0"], ["news"]),
      (["--audience", "beta", "--audience", "members"], ["news", "members"]),
      (["--share", "0.1"], ["news", "spring"]), (["--share", "0.2"], ["news"]),
      (
        ["--platform", "ios", "--app-version", "3.2", "--audience", "members", "--share", "0"],
        ["news", "app", "members", "spring"]
      ),
    ])
  func aPreviewShowsWhatTheClientGets(client: [String], expected: [String]) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try FileManager.default.createDirectory(
      atPath: folder.path("feeds"), withIntermediateDirectories: true)
    try folder.write(Self.composition, to: "feeds/home.json")
    #expect(try await Tanada.run(["seed", "feeds"], in: folder).status == 0)
    for command in [["feed", "show"], ["preview", "--format", "json"]] {
      let outcome = try await Tanada.run(command + client, in: folder, status: 0)
      let sections = try JSONValue.parse(Data(outcome.text.utf8))["sections"].elements
      #expect(sections.map { $0["id"].text } == expected, "\(command + client)")
    }
  }

  @Test(arguments: [
    ["--share", "1.5"], ["--app-version", "new"], ["--audience", "a b"], ["--platform", ""],
  ])
  func whatIsNoFactIsWrongUsage(client: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.answer(to: ["preview"] + client, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(outcome.messages.contains(client[0]), "\(outcome.messages)")
  }
}
