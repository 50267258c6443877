import FeedModel
import StrictJSON

/// Something that an assistant can do, described for a language model.
struct AssistantTool: Sendable {
  /// What a tool does to its surroundings.
  enum Effect: Sendable {
    case reading
    /// It adds to a release that is not published.
    case preparing
    /// It takes something out of a release that is not published.
    case withdrawing
  }

  typealias Call = @Sendable (ToolArguments, AssistantDesk) async throws -> ToolResult

  /// The name in lower case, with underscores.
  let name: String
  /// The name for people.
  let title: String
  /// When to use it, and what comes back.
  let description: String
  let effect: Effect
  let arguments: [Schema.Property]
  /// The members of its result.
  let result: [Schema.Property]
  /// What to ask for in place of an answer that is too long; empty if nothing helps.
  let shorterAnswers: @Sendable (ToolArguments) -> [String]
  /// Does it. Throws ``ToolProblem`` for what the model can mend, or any other error.
  let call: Call

  init(
    _ name: String, title: String, description: String, effect: Effect = .reading,
    arguments: [Schema.Property], result: [Schema.Property],
    shorterAnswers: @escaping @Sendable (ToolArguments) -> [String] = { _ in [] },
    call: @escaping Call
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.effect = effect
    self.arguments = arguments
    self.result = result
    self.shorterAnswers = shorterAnswers
    self.call = call
  }
}

extension AssistantTool {
  static let reading = [
    listKinds, getKind, listDesigns, getDesign, listContent, getItem, listFeeds, getComposition,
    listLayouts, getScreen,
    previewScreen, listRevisions, compareRevisions, listReleases, getRelease, compareRelease,
  ]
  static let writing = [createRelease, addToRelease, removeFromRelease]
  /// All tools. None of them publishes, schedules, writes content beside a release, or makes tokens.
  static let all = reading + writing

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
          hints.member("readOnlyHint", effect == .reading)
          hints.member("destructiveHint", effect == .withdrawing)
          hints.member("idempotentHint", effect == .reading)
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
