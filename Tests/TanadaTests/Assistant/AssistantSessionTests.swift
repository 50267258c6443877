import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import tanada

/// The protocol: which messages are answered, with what.
@Suite struct AssistantSessionTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"),
    // These cannot be agreed on: the first is unknown, and the second has no sessions.
    ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
  ])
  func initializeAgreesOnARevision(asked: String, agreed: String) async throws {
    let conversation = try await TestConversation()
    let answers = try await conversation.answers(to: TestConversation.initialization(asked))
    #expect(answers.count == 1)
    #expect(answers[0]["result"]?["protocolVersion"]?.string == agreed)
    #expect(answers[0]["result"]?["serverInfo"]?["name"]?.string == "tanada")
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32_602),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}}"#,
      -32_022
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}"#,
      -32_602
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      -32_602
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(meta)}}"#, -32_601),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32_602),
    ("{", -32_700), ("[1,", -32_700),
    (#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#, -32_700),
    ("null", -32_600), ("[]", -32_600), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32_600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32_602),
  ])
  func faultsHaveTheirCodes(line: String, code: Int) async throws {
    let conversation = try await TestConversation()
    let answers = try await conversation.answers(to: line)
    #expect(answers.count == 1)
    #expect(answers[0]["error"]?["code"]?.integer == code, "\(answers)")
    #expect(answers[0]["result"] == nil)
    // A fault does not end the conversation.
    #expect(
      try await conversation.answers(to: #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)[0][
        "result"] != nil)
  }

  /// As some programs of Windows write it before the first line, or each.
  @Test func aLineMayBeginWithAByteOrderMark() async throws {
    let conversation = try await TestConversation()
    let lines = [
      TestConversation.initialization("2025-06-18"), #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
    ]
    let answers = try await conversation.answers(to: lines.map { "\u{FEFF}\($0)" })
    #expect(answers.count == 2 && answers.allSatisfy { $0["result"] != nil }, "\(answers)")
  }

  @Test func tooLongALineIsAFault() async throws {
    let answer = try await TestConversation().answerToLongLine()
    #expect(answer?["error"]?["code"]?.integer == -32_600)
    #expect(answer?["error"]?["message"]?.string?.contains("4194304") == true)
    #expect(answer?["id"] == nil)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"nothing"}"#, #"{"jsonrpc":"2.0","method":"tools/list"}"#,
    #"{"jsonrpc":"2.0","method":"tools/call","params":[]}"#,
    #"{"jsonrpc":"2.0","method":"initialize","params":{}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}"#,
  ])
  func notificationsAndAnswersAreNeverAnswered(line: String) async throws {
    let conversation = try await TestConversation()
    #expect(try await conversation.answers(to: line).isEmpty)
    try await conversation.initialize()
    #expect(try await conversation.answers(to: line).isEmpty)
  }

  @Test(arguments: [
    ("2024-11-05", true), ("2025-03-26", true), ("2025-06-18", false), ("2025-11-25", false),
  ])
  func batchesAreForTheRevisionsThatHaveThem(revision: String, areAllowed: Bool) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize(revision)
    let answers = try await conversation.answers(
      to: """
        [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":"2","method":"x"},3]
        """)
    try #require(answers.count == 1)
    guard areAllowed else {
      #expect(answers[0]["error"]?["code"]?.integer == -32_600)
      return
    }
    let batch = try #require(answers[0].elements)
    #expect(batch.map { $0["error"]?["code"]?.integer } == [nil, -32_601, -32_600])
    #expect(batch[0]["id"]?.integer == 1 && batch[1]["id"]?.string == "2" && batch[2]["id"] == nil)
    #expect(try await conversation.answers(to: #"[{"jsonrpc":"2.0","method":"x"}]"#).isEmpty)
  }

  @Test func requestsThatSayTheirRevisionNeedNoSession() async throws {
    let conversation = try await TestConversation()
    let answers = try await conversation.answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(Self.meta)}}"#)
    let result = try #require(answers.first?["result"])
    #expect(result["resultType"]?.string == "complete" && result["cacheScope"]?.string == "public")
    #expect(result["supportedVersions"]?.elements?.first?.string == "2026-07-28")
    #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"]?.string == "tanada")
    // And they make none.
    let other = try await conversation.answers(
      to: #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)
    #expect(other.first?["error"]?["code"]?.integer == -32_600)
  }

  @Test(arguments: [1, 5, 17, 50]) func pagesHaveEachToolOnce(size: Int) async throws {
    let conversation = try await TestConversation(pageSize: size)
    try await conversation.initialize()
    var (names, cursor, pageCount) = ([String](), String?.none, 0)
    repeat {
      let parameters = cursor.map { #"{"cursor":"\#($0)"}"# } ?? "{}"
      let answers = try await conversation.answers(
        to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":\#(parameters)}"#)
      let result = try #require(answers.first?["result"])
      names += (result["tools"]?.elements ?? []).compactMap { $0["name"]?.string }
      cursor = result["nextCursor"]?.string
      pageCount += 1
    } while cursor != nil
    #expect(names == AssistantTool.all.map(\.name))
    #expect(pageCount == (names.count + size - 1) / size)
    for bad in [#""from-0""#, #""from-3""#, #""from-100""#, #""x""#, "7"] where size > 3 {
      let answers = try await conversation.answers(
        to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":\#(bad)}}"#)
      #expect(answers.first?["error"]?["code"]?.integer == -32_602, "\(bad)")
    }
  }

  // MARK: - Requests at the same time

  @Test func aCancelledRequestIsNotAnswered() async throws {
    let waiting = WaitingTool()
    let conversation = try await TestConversation([waiting.tool, .listKinds])
    try await conversation.initialize()
    let answers = try await conversation.answers(
      to: #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"list_kinds"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
    // The id was in use; the other request is answered.
    #expect(answers.count == 2)
    #expect(answers.first { $0["id"]?.integer == 7 }?["error"]?["code"]?.integer == -32_600)
    #expect(answers.first { $0["id"]?.integer == 8 }?["result"] != nil)
  }

  @Test func thereIsALimitOnRequestsAtATime() async throws {
    let waiting = WaitingTool()
    let conversation = try await TestConversation([waiting.tool])
    try await conversation.initialize()
    let count = AssistantSession.maximumRunningCount
    let ending = Task {
      // They wait until they are cancelled, as by a signal.
      try await eventually { waiting.callCount == count }
      await conversation.cancelAll()
    }
    let answers = try await conversation.answers(
      to: (0..<count + 3).map {
        #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/call","params":{"name":"wait"}}"#
      })
    try await ending.value
    #expect(answers.map { $0["id"]?.integer } == [count, count + 1, count + 2])
    #expect(answers.allSatisfy { $0["error"]?["code"]?.integer == -32_603 })
  }

  @Test func aSubscriptionIsAcknowledgedAndEnds() async throws {
    let conversation = try await TestConversation()
    let answers = try await conversation.answers(
      to:
        #"{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{\#(Self.meta),"notifications":{"toolsListChanged":true}}}"#
    )
    #expect(answers.count == 2)
    #expect(answers[0]["method"]?.string == "notifications/subscriptions/acknowledged")
    #expect(answers[0]["params"]?["notifications"]?.members?.isEmpty == true)
    #expect(answers[1]["id"]?.string == "s")
    let meta = answers[1]["result"]?["_meta"]
    #expect(meta?["io.modelcontextprotocol/subscriptionId"]?.string == "s")
  }
}

/// A tool that is done when it is cancelled.
private final class WaitingTool: Sendable {
  private let calls = Mutex(0)

  var callCount: Int { calls.withLock { $0 } }

  var tool: AssistantTool {
    AssistantTool("wait", title: "Wait", description: "", arguments: [], result: []) {
      [self] _, _ in
      calls.withLock { $0 += 1 }
      while true { try await Task.sleep(for: .seconds(60)) }
    }
  }
}
