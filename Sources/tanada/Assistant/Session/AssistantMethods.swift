import FeedModel
import Foundation
import Logging
import StrictJSON

/// What can be asked: the tools and resources.
struct AssistantMethods: Sendable {
  let tools: [AssistantTool]
  let desk: AssistantDesk
  let logger: Logger
  /// How many entries a list has at a time.
  var pageSize = 50

  /// The result of a request.
  ///
  /// - Throws: ``ProtocolFault``, or any error of the store.
  func result(
    of request: IncomingMessage, in revision: ProtocolRevision
  ) async throws -> MethodResult {
    switch request.method {
    case "ping" where !revision.isStateless: return MethodResult { _ in }
    case "server/discover" where revision.isStateless: return discovery
    case "tools/list":
      return try page("tools", of: tools, for: request) { $1.write(to: &$0, in: revision) }
    case "tools/call": return try await callTool(request, in: revision)
    case "resources/list":
      try await desk.catchUp()
      return try page(
        "resources", of: try await AssistantResource.all(at: desk), .changing, for: request
      ) { $1.write(to: &$0) }
    case "resources/templates/list":
      return try page("resourceTemplates", of: AssistantResource.templates, for: request) {
        $1.write(to: &$0, address: "uriTemplate")
      }
    case "resources/read": return try await readResource(request, in: revision)
    default: throw ProtocolFault.unknownMethod(request.method)
    }
  }

  /// The page of `list` that a request asks for with a cursor, as the member `name`, and the cursor of the next one.
  ///
  /// - Throws: ``ProtocolFault`` for a cursor that no page has named.
  private func page<Element: Sendable>(
    _ name: String, of list: [Element], _ freshness: MethodResult.Freshness = .constant,
    for request: IncomingMessage, _ write: @escaping @Sendable (inout JSONWriter, Element) -> Void
  ) throws(ProtocolFault) -> MethodResult {
    let prefix = "from-"
    var start = 0
    if let cursor = request.parameters?["cursor"], !cursor.isNull {
      guard let text = cursor.string, text.hasPrefix(prefix),
        let place = Int(text.dropFirst(prefix.count)), list.indices.contains(place),
        place > 0, place.isMultiple(of: pageSize)
      else { throw .invalidParameters("expected a cursor of the page before") }
      start = place
    }
    let end = min(start + pageSize, list.count)
    let elements = list[start..<end]
    return MethodResult(freshness) { object in
      object.array(name, elements, write)
      if end < list.count { object.member("nextCursor", "\(prefix)\(end)") }
    }
  }

  // MARK: - Tools

  private func callTool(
    _ request: IncomingMessage, in revision: ProtocolRevision
  ) async throws -> MethodResult {
    guard let name = request.parameters?["name"]?.string else {
      throw ProtocolFault.invalidParameters("expected the name of a tool")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw ProtocolFault.invalidParameters("unknown tool: \(name)")
    }
    let given = request.parameters?["arguments"] ?? .null
    let arguments = given.isNull ? .emptyObject : tool.schema.read(given)
    guard arguments.isObject else {
      throw ProtocolFault.invalidParameters(
        "expected an object as arguments, found \(given.finding)")
    }
    do {
      let result = try await call(tool, with: ToolArguments(tree: arguments))
      return Self.answer(
        String(decoding: result.json, as: UTF8.self), picture: result.picture,
        structure: revision.hasStructuredContent ? result.json : nil, isError: false)
    } catch let problem as ToolProblem {
      return Self.answer(problem.text, isError: true)
    } catch _ where Task.isCancelled {
      // Nobody is told.
      throw ProtocolFault.internalError("cancelled")
    } catch {
      // The model can try something else.
      logger.error("tool failed", metadata: ["tool": "\(name)", "error": "\(error)"])
      return Self.answer("the tool failed: \(error)", isError: true)
    }
  }

  private func call(
    _ tool: AssistantTool, with arguments: ToolArguments
  ) async throws -> ToolResult {
    let problems = SchemaChecker().outcome(of: arguments.tree, tool.schema).mistakes
      .map(\.description)
    guard problems.isEmpty else {
      let listed = problems.prefix(Self.maximumProblemCount)
      let more = problems.count > listed.count ? ["and \(problems.count - listed.count) more"] : []
      throw ToolProblem((listed + more).joined(separator: "\n"))
    }
    try await desk.catchUp()
    let result = try await tool.call(arguments, desk)
    guard result.json.count <= AssistantDesk.maximumAnswerSize else {
      throw ToolProblem(
        "the answer would have \(result.json.count) bytes, and the most is "
          + "\(AssistantDesk.maximumAnswerSize)", instead: tool.shorterAnswers(arguments))
    }
    return result
  }

  /// The most problems of a call that are listed.
  private static let maximumProblemCount = 20

  /// The result of a call: what a model reads and, beside it, sees.
  private static func answer(
    _ text: String, picture: [UInt8]? = nil, structure: [UInt8]? = nil, isError: Bool
  ) -> MethodResult {
    MethodResult { object in
      object.array("content", picture == nil ? [nil] : [nil, picture]) { writer, picture in
        writer.object { content in
          content.member("type", picture == nil ? "text" : "image")
          if let picture {
            content.member("data", Data(picture).base64EncodedString())
            content.member("mimeType", "image/png")
          } else {
            content.member("text", text)
          }
        }
      }
      if let structure {
        object.member("structuredContent", json: structure)
      }
      object.member("isError", isError)
    }
  }

  // MARK: - Resources

  private func readResource(
    _ request: IncomingMessage, in revision: ProtocolRevision
  ) async throws -> MethodResult {
    guard let address = request.parameters?["uri"]?.string else {
      throw ProtocolFault.invalidParameters("expected a text as uri")
    }
    guard let path = AssistantResource.path(of: address) else {
      throw ProtocolFault.unknownResource(address, in: revision)
    }
    try await desk.catchUp()
    let text: String
    do {
      text = String(decoding: try await desk.read(path).document.bytes, as: UTF8.self)
    } catch let problem as ToolProblem where problem.isOfNothing {
      throw ProtocolFault.unknownResource(address, in: revision)
    } catch let problem as ToolProblem {
      throw ProtocolFault.internalError(problem.text)
    }
    guard text.utf8.count <= AssistantDesk.maximumAnswerSize else {
      throw ProtocolFault.internalError("the resource has \(text.utf8.count) bytes; use a tool")
    }
    return MethodResult(.changing) { object in
      object.array("contents", [text]) { writer, text in
        writer.object { content in
          content.member("uri", address)
          content.member("mimeType", "application/json")
          content.member("text", text)
        }
      }
    }
  }
}

// MARK: - This server

extension AssistantMethods {
  /// Writes its name and version.
  static func writeServer(to object: inout JSONWriter) {
    object.member("name", "tanada")
    object.member("title", "tanada")
    object.member("version", ProgramVersion.current.text)
  }

  /// Writes what it can do. Its lists do not change while it runs, or it does not say so.
  static func writeCapabilities(to object: inout JSONWriter) {
    object.object("capabilities") { capabilities in
      capabilities.object("tools") { _ in }
      capabilities.object("resources") { _ in }
    }
  }

  /// What a model is told before it uses the tools.
  var instructions: String {
    let reading = """
      tanada serves home screens: feeds made of sections, each of which shows items of a kind of content in a layout. \
      Begin with list_kinds and list_feeds. get_screen says what readers see, and preview_screen shows it as a picture.
      """
    let preparing = """
      You publish nothing. To change something, create a release, add operations to it, check them with compare_release \
      and preview_screen, and tell the person its id: an editor looks at it and publishes it in the studio.
      """
    let writes = tools.contains { $0.effect != .reading }
    return reading + "\n" + (writes ? preparing : "You can only read here.")
  }

  private var discovery: MethodResult {
    let instructions = instructions
    return MethodResult(.constant) { object in
      object.array("supportedVersions", ProtocolRevision.allCases) { $0.value($1.rawValue) }
      Self.writeCapabilities(to: &object)
      object.member("instructions", instructions)
    }
  }
}

extension JSONTree {
  /// An object without members.
  fileprivate static let emptyObject = JSONTree(json: "{}") ?? .null
}
