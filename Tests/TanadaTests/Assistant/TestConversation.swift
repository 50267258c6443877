import FeedModel
import FeedStore
import Foundation
import Logging
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import tanada

/// A session at a store with the samples, and what it has sent.
final class TestConversation: Sendable {
  let store: any FeedStore
  private let folder: TemporaryFolder
  private let session: AssistantSession
  private let desk: AssistantDesk
  private let sent = Outbox()

  private final class Outbox: Sendable {
    let messages = Mutex<[[UInt8]]>([])
  }

  init(_ tools: [AssistantTool] = AssistantTool.all, pageSize: Int = 50) async throws {
    folder = try TemporaryFolder()
    let path = folder.path("feed.sqlite")
    try await SampleDatabase.copy(to: path)
    store = try TestStore.open(path)
    var settings = Settings()
    for setting in Setting.all {
      let text = setting.name == "database" ? path : setting.defaultText
      try settings.set(setting, to: text, from: "test")
    }
    desk = try await AssistantDesk(of: store, settings, for: "Anna")
    var methods = AssistantMethods(tools: tools, desk: desk, logger: .silence)
    methods.pageSize = pageSize
    session = AssistantSession(methods) { [sent] message in
      sent.messages.withLock { $0.append(message) }
    }
  }

  /// What is answered to lines, when all is answered.
  func answers(to lines: String...) async throws -> [JSONTree] { try await answers(to: lines) }

  func answers(to lines: [String]) async throws -> [JSONTree] {
    sent.messages.withLock { $0 = [] }
    for line in lines { await session.handle(.text(Array(line.utf8))) }
    await session.finish()
    return try sent.messages.withLock { try $0.map { try JSONTree(parsing: $0) } }
  }

  /// What is answered to a line that is too long.
  func answerToLongLine() async throws -> JSONTree? {
    sent.messages.withLock { $0 = [] }
    await session.handle(.tooLong)
    return try sent.messages.withLock { try $0.first.map { try JSONTree(parsing: $0) } }
  }

  /// Agrees on a revision of the protocol.
  func initialize(_ revision: String = "2025-11-25") async throws {
    let answers = try await answers(to: Self.initialization(revision))
    try #require(answers.first?["result"] != nil)
  }

  static func initialization(_ revision: String) -> String {
    #"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{}}}"#
  }

  /// The result of a call of a tool.
  func call(_ tool: String, _ arguments: String = "{}") async throws -> JSONTree {
    let call = #"{"name":"\#(tool)","arguments":\#(arguments)}"#
    let answers = try await answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(call)}"#)
    return try #require(
      answers.first?["result"], "\(answers.map { String(decoding: $0.bytes, as: UTF8.self) })")
  }

  /// The structured result of a call that is done, which has the schema that the tool publishes.
  func done(_ tool: String, _ arguments: String = "{}") async throws -> JSONTree {
    let result = try await call(tool, arguments)
    try #require(
      result["isError"]?.flag == false, "\(String(decoding: result.bytes, as: UTF8.self))")
    let structure = try #require(result["structuredContent"])
    let schema = try #require(AssistantTool.all.first { $0.name == tool }).result
    let mistakes = SchemaChecker().outcome(of: structure, .object(schema)).mistakes
    #expect(mistakes.isEmpty, "the answer of \(tool) is not as the tool says: \(mistakes)")
    return structure
  }

  /// The problem of a call that is not done.
  func problem(_ tool: String, _ arguments: String = "{}") async throws -> String {
    let result = try await call(tool, arguments)
    try #require(
      result["isError"]?.flag == true, "\(String(decoding: result.bytes, as: UTF8.self))")
    return try #require(result["content"]?.elements?.first?["text"]?.string)
  }

  func cancelAll() async { await session.cancel() }
}
