import Foundation
import TestSupport
import Testing

/// `tanada mcp`. Tests/e2e/assistant drives it with the official client.
@Suite struct AssistantCommandTests {
  /// The answers to `messages`, by the ids of their requests, after a client has agreed on a revision of the protocol.
  private func answers(
    to messages: [String], _ arguments: [String] = [], in folder: TemporaryFolder
  ) async throws -> [Int: JSONValue] {
    let beginning = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
        + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    ]
    let lines = (beginning + messages).map { $0 + "\n" }.joined()
    let outcome = try await Tanada.run(
      ["mcp", "--author", "Anna"] + arguments, in: folder, input: Data(lines.utf8), status: 0)
    #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    let answers = try outcome.text.split(separator: "\n").map {
      try JSONValue.parse(Array($0.utf8))
    }
    return Dictionary(
      uniqueKeysWithValues: answers.map { (Int($0["id"].number ?? -1), $0["result"]) })
  }

  private func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
      + #""params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  @Test func anAssistantReadsAndPreparesAndPublishesNothing() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let answers = try await answers(
      to: [
        call(1, "list_feeds"), call(2, "get_screen", #"{"feed":"home","width":390}"#),
        call(3, "create_release", #"{"name":"Spring"}"#),
      ], in: folder)
    let version = answers[0]?["serverInfo"]["version"].text ?? ""
    #expect(version.wholeMatch(of: /\d+\.\d+\.\d+[-+.0-9A-Za-z]*/) != nil, "\(version)")
    #expect(answers[1]?["structuredContent"]["feeds"].elements.first?["feed"].text == "home")
    #expect(answers[2]?["isError"] != .bool(true))
    let release = answers[3]?["structuredContent"]["release"]
    #expect(release?["name"].text == "Spring" && release?["actor"].text == "assistant Anna")
    let revision = try await Tanada.run(["feed", "show"], in: folder)
    #expect(revision.text.contains(#""revision":1,"#))
  }

  @Test(.onlyAll("AssistantToolTests has the tools of each assistant"))
  func aReadOnlyAssistantHasNoToolsThatWrite() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let list = [#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
    func names(_ arguments: [String]) async throws -> Set<String> {
      let answers = try await answers(to: list, arguments, in: folder)
      return Set(answers[1]?["tools"].elements.compactMap { $0["name"].text } ?? [])
    }
    let (all, some) = (try await names([]), try await names(["--read-only"]))
    #expect(some.contains("get_screen") && some.isStrictSubset(of: all))
    #expect(all.subtracting(some).contains("create_release"))
  }
}
