import FeedModel
import Logging
import StrictJSON

/// What can be asked: the tools and resources.
struct AssistantMethods: Sendable {
  let tools: [any AssistantTool]
  let desk: AssistantDesk
  let logger: Logger
  /// How many entries a list has at a time.
  var pageSize = 50

  /// What a model is told before it uses the tools.
  var instructions: String {
    AssistantServer.instructions(writes: tools.contains { !$0.effect.isReading })
  }

  /// The result of a request.
  ///
  /// - Throws: ``ProtocolFault``, or any error of the store.
  func result(
    of request: IncomingMessage, in revision: ProtocolRevision
  ) async throws -> MethodResult {
    switch request.method {
    case "ping" where !revision.isStateless: return MethodResult { _ in }
    case "server/discover" where revision.isStateless: return discovery()
    case "tools/list": return try listTools(request, in: revision)
    case "tools/call": return try await callTool(request, in: revision)
    case "resources/list": return try await listResources(request)
    case "resources/templates/list": return try listTemplates(request)
    case "resources/read": return try await readResource(request, in: revision)
    default: throw ProtocolFault.unknownMethod(request.method)
    }
  }

  private func discovery() -> MethodResult {
    let instructions = instructions
    return MethodResult(.constant) { object in
      object.array("supportedVersions", ProtocolRevision.allCases) { $0.value($1.rawValue) }
      AssistantServer.writeCapabilities(to: &object)
      object.member("instructions", instructions)
    }
  }

  // MARK: - Tools

  private func listTools(
    _ request: IncomingMessage, in revision: ProtocolRevision
  ) throws(ProtocolFault) -> MethodResult {
    let page = try ListPage(of: tools, size: pageSize, for: request.parameters)
    return MethodResult(.constant) { object in
      page.write("tools", to: &object) { $1.write(to: &$0, in: revision) }
    }
  }

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
      return Self.answer(
        try await call(tool, with: ToolArguments(tree: arguments)), in: revision)
    } catch let problem as ToolProblem {
      return Self.answer(problem)
    } catch _ where Task.isCancelled {
      // Nobody is told.
      throw ProtocolFault.internalError("cancelled")
    } catch {
      // The model can try something else.
      logger.error("tool failed", metadata: ["tool": "\(name)", "error": "\(error)"])
      return Self.answer(ToolProblem("the tool failed: \(error)"))
    }
  }

  private func call(
    _ tool: any AssistantTool, with arguments: ToolArguments
  ) async throws -> ToolResult {
    let problems = SchemaChecker().outcome(of: arguments.tree, tool.schema).mistakes
      .map(\.description)
    guard problems.isEmpty else {
      let listed = problems.prefix(Self.maximumProblemCount)
      let more = problems.count > listed.count ? ["and \(problems.count - listed.count) more"] : []
      throw ToolProblem((listed + more).joined(separator: "\n"))
    }
    try await desk.catchUp()
    let result = try await tool.call(arguments, at: desk)
    guard result.json.count <= AssistantDesk.maximumAnswerSize else {
      throw ToolProblem(
        "the answer would have \(result.json.count) bytes, and the most is "
          + "\(AssistantDesk.maximumAnswerSize)", instead: tool.shorterAnswers(arguments))
    }
    return result
  }

  /// The most problems of a call that are listed.
  private static let maximumProblemCount = 20

  private static func answer(_ result: ToolResult, in revision: ProtocolRevision) -> MethodResult {
    MethodResult { object in
      object.array("content", result.content) { $1.write(to: &$0) }
      if revision.hasStructuredContent {
        object.key("structuredContent")
        object.raw(result.json)
      }
      object.member("isError", false)
    }
  }

  private static func answer(_ problem: ToolProblem) -> MethodResult {
    MethodResult { object in
      object.array("content", [ToolContent.text(problem.text)]) { $1.write(to: &$0) }
      object.member("isError", true)
    }
  }

  // MARK: - Resources

  private func listResources(_ request: IncomingMessage) async throws -> MethodResult {
    try await desk.catchUp()
    let page = try ListPage(
      of: try await AssistantResource.all(at: desk), size: pageSize, for: request.parameters)
    return MethodResult(.changing) { object in
      page.write("resources", to: &object) { $1.write(to: &$0) }
    }
  }

  private func listTemplates(_ request: IncomingMessage) throws(ProtocolFault) -> MethodResult {
    let page = try ListPage(
      of: AssistantResource.Template.allCases, size: pageSize, for: request.parameters)
    return MethodResult(.constant) { object in
      page.write("resourceTemplates", to: &object) { $1.write(to: &$0) }
    }
  }

  private func readResource(
    _ request: IncomingMessage, in revision: ProtocolRevision
  ) async throws -> MethodResult {
    guard let address = request.parameters?["uri"]?.string else {
      throw ProtocolFault.invalidParameters("expected a text as uri")
    }
    guard let path = AssistantResource.Template.path(of: address) else {
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

extension JSONTree {
  /// An object without members.
  fileprivate static let emptyObject = JSONTree(json: "{}") ?? .null
}
