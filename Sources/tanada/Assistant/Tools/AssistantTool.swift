import FeedModel
import Foundation
import StrictJSON

/// Something that an assistant can do, described for a language model.
protocol AssistantTool: Sendable {
  /// The name in lower case, with underscores.
  var name: String { get }
  /// The name for people.
  var title: String { get }
  /// When to use it, and what comes back.
  var description: String { get }
  var effect: ToolEffect { get }
  var arguments: [Schema.Property] { get }
  /// The members of its result.
  var result: [Schema.Property] { get }

  /// What to ask for in place of an answer with `arguments` that is too long; empty if nothing helps.
  func shorterAnswers(_ arguments: ToolArguments) -> [String]

  /// Does it. The arguments have the form of ``arguments``.
  ///
  /// - Throws: ``ToolProblem`` for what the model can mend, or any other error.
  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult
}

/// What a tool does to its surroundings.
enum ToolEffect: Sendable {
  /// It reads.
  case reading
  /// It adds to a release that is not published.
  case preparing
  /// It takes something out of a release that is not published.
  case withdrawing

  var isReading: Bool { self == .reading }
}

extension AssistantTool {
  func shorterAnswers(_ arguments: ToolArguments) -> [String] { [] }

  var schema: Schema { .object(arguments, isClosed: true) }

  /// Writes the description of the tool, as `revision` has it.
  func write(to writer: inout JSONWriter, in revision: ProtocolRevision) {
    writer.object { object in
      object.member("name", name)
      if revision.hasStructuredContent { object.member("title", title) }
      object.member("description", description)
      object.key("inputSchema")
      schema.write(to: &object)
      if revision.hasStructuredContent {
        object.key("outputSchema")
        Schema.object(result).write(to: &object)
      }
      if revision.hasAnnotations {
        object.object("annotations") { hints in
          hints.member("title", title)
          hints.member("readOnlyHint", effect.isReading)
          hints.member("destructiveHint", effect == .withdrawing)
          hints.member("idempotentHint", effect.isReading)
          // A database, and nothing beyond it.
          hints.member("openWorldHint", false)
        }
      }
    }
  }
}

/// The arguments of a call, which have the form that the tool publishes.
struct ToolArguments: Sendable {
  let tree: JSONTree

  func text(_ name: String) -> String? { tree[name]?.string }
  func integer(_ name: String) -> Int? { tree[name]?.integer }
  func number(_ name: String) -> Double? { tree[name]?.number }
  func flag(_ name: String) -> Bool { tree[name]?.flag ?? false }
  func elements(_ name: String) -> [JSONTree] { tree[name]?.elements ?? [] }
  func members(_ name: String) -> [JSONTree.Member] { tree[name]?.members ?? [] }

  /// The text of an argument that the tool requires.
  func required(_ name: String) throws(ToolProblem) -> String {
    guard let text = text(name) else { throw ToolProblem("/\(name): expected a text") }
    return text
  }

  /// The number of an argument that the tool requires.
  func required(_ name: String) throws(ToolProblem) -> Int {
    guard let number = integer(name) else {
      throw ToolProblem("/\(name): expected a whole number")
    }
    return number
  }
}

/// What a tool answers.
struct ToolResult: Sendable {
  /// The result, an object.
  let json: [UInt8]
  /// A picture beside it, as PNG.
  var picture: [UInt8]?

  init(_ members: (inout JSONWriter) -> Void) {
    json = JSONWriter.encode { $0.object(members) }
  }
}

extension ToolResult {
  /// What a model reads and sees.
  var content: [ToolContent] {
    [.text(String(decoding: json, as: UTF8.self))] + (picture.map { [.picture($0)] } ?? [])
  }
}

/// A part of an answer for a model.
enum ToolContent: Sendable {
  case text(String)
  /// A PNG.
  case picture([UInt8])

  func write(to writer: inout JSONWriter) {
    writer.object { object in
      switch self {
      case .text(let text):
        object.member("type", "text")
        object.member("text", text)
      case .picture(let bytes):
        object.member("type", "image")
        object.member("data", Data(bytes).base64EncodedString())
        object.member("mimeType", "image/png")
      }
    }
  }
}

/// Why a tool has done nothing, for the model to mend its call.
struct ToolProblem: Error {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// A problem of size, and what to ask for instead; nothing if nothing helps.
  init(_ text: String, instead: [String]) {
    self.init(text + (instead.isEmpty ? "" : "; ask for " + instead.joined(separator: ", or for ")))
  }
}
