import StrictJSON

/// The id of a request, a text or a whole number, as JSON.
typealias RequestID = [UInt8]

/// A message of the client.
struct IncomingMessage: Sendable {
  /// The id of a request; `nil` for a notification.
  let id: RequestID?
  let method: String
  /// The parameters, an object; `nil` for none.
  let parameters: JSONTree?

  /// The member `_meta` of the parameters.
  var meta: JSONTree? { parameters?["_meta"] }
}

extension IncomingMessage {
  /// A message or what is wrong with it; `nil` for what is not answered: an answer, though this server asks nothing, or a
  /// notification without meaning.
  typealias Read = Result<IncomingMessage?, ProtocolFault>

  /// How deep the values of a line can be nested.
  static let maximumDepth = 64

  /// Reads the messages of a line: one, or an array of them, which some revisions allow.
  ///
  /// - Throws: ``ProtocolFault`` for a line that is no JSON, and for an empty array.
  static func messages(
    in line: [UInt8]
  ) throws(ProtocolFault) -> (messages: [Read], isBatch: Bool) {
    guard JSONDepth.firstPlace(deeperThan: maximumDepth, in: line) == nil else {
      throw .unreadable("nested more than \(maximumDepth) deep")
    }
    let tree: JSONTree
    do throws(DocumentProblems) {
      tree = try JSONTree(parsing: line)
    } catch {
      throw .unreadable(error.listed.first.map { "\($0)" } ?? "not JSON")
    }
    guard let elements = tree.elements else { return ([message(tree)], false) }
    guard !elements.isEmpty else { throw .invalidRequest("expected messages, found none") }
    return (elements.map(message), true)
  }

  /// The id that `tree` is; `nil` for anything else, such as null.
  static func id(_ tree: JSONTree) -> RequestID? {
    if let text = tree.string { return JSONWriter.encode { $0.value(text) } }
    return tree.integer.map { Array(String($0).utf8) }
  }

  private static func message(_ tree: JSONTree) -> Read {
    let id = tree["id"].flatMap(id)
    func failure(_ fault: ProtocolFault) -> Read {
      var fault = fault
      fault.request = id
      return .failure(fault)
    }
    guard tree.isObject else { return failure(.invalidRequest("expected an object")) }
    guard tree["jsonrpc"]?.string == "2.0" else {
      return failure(.invalidRequest("expected \"jsonrpc\":\"2.0\""))
    }
    guard let member = tree["method"] else {
      let isAnswer = tree["result"] != nil || tree["error"] != nil
      return isAnswer ? .success(nil) : failure(.invalidRequest("expected a method"))
    }
    guard let method = member.string else {
      return failure(.invalidRequest("expected a method that is a text"))
    }
    guard tree["id"] == nil || id != nil else {
      return failure(.invalidRequest("expected an id that is a text or a whole number"))
    }
    // Some clients write null for what they leave out.
    let parameters = tree["params"].flatMap { $0.isNull ? nil : $0 }
    guard parameters?.isObject != false else {
      return id == nil ? .success(nil) : failure(.invalidParameters("expected an object"))
    }
    return .success(IncomingMessage(id: id, method: method, parameters: parameters))
  }
}
