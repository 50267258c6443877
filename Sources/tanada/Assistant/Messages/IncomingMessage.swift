import StrictJSON

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

/// What a line of the client has in it.
enum IncomingLine: Sendable {
  case one(Result<Incoming, MessageFault>)
  /// An array of messages, which some revisions allow.
  case batch([Result<Incoming, MessageFault>])
}

/// What a client has sent.
enum Incoming: Sendable {
  case message(IncomingMessage)
  /// An answer, though this server asks nothing, or a notification without meaning. Neither is answered.
  case ignored
}

/// What is wrong with a message, and the request that it was, as far as it is known.
struct MessageFault: Error {
  let id: RequestID?
  let fault: ProtocolFault
}

extension IncomingLine {
  /// How deep the values of a line can be nested.
  static let maximumDepth = 64

  /// Reads the messages of a line.
  ///
  /// - Throws: ``ProtocolFault`` for a line that is no JSON, and for an empty array.
  init(reading line: [UInt8]) throws(ProtocolFault) {
    guard JSONDepth.firstPlace(deeperThan: Self.maximumDepth, in: line) == nil else {
      throw .unreadable("nested more than \(Self.maximumDepth) deep")
    }
    let tree: JSONTree
    do throws(DocumentProblems) {
      tree = try JSONTree(parsing: line)
    } catch {
      throw .unreadable(error.listed.first.map { "\($0)" } ?? "not JSON")
    }
    guard let elements = tree.elements else {
      self = .one(Self.message(tree))
      return
    }
    guard !elements.isEmpty else { throw .invalidRequest("expected messages, found none") }
    self = .batch(elements.map(Self.message))
  }

  private static func message(_ tree: JSONTree) -> Result<Incoming, MessageFault> {
    let id = tree["id"].flatMap(RequestID.init)
    func fault(_ fault: ProtocolFault) -> Result<Incoming, MessageFault> {
      .failure(MessageFault(id: id, fault: fault))
    }
    guard tree.isObject else { return fault(.invalidRequest("expected an object")) }
    guard tree["jsonrpc"]?.string == "2.0" else {
      return fault(.invalidRequest("expected \"jsonrpc\":\"2.0\""))
    }
    guard let member = tree["method"] else {
      let isAnswer = tree["result"] != nil || tree["error"] != nil
      return isAnswer ? .success(.ignored) : fault(.invalidRequest("expected a method"))
    }
    guard let method = member.string else {
      return fault(.invalidRequest("expected a method that is a text"))
    }
    guard tree["id"] == nil || id != nil else {
      return fault(.invalidRequest("expected an id that is a text or a whole number"))
    }
    // Some clients write null for what they leave out.
    let parameters = tree["params"].flatMap { $0.isNull ? nil : $0 }
    guard parameters?.isObject != false else {
      return id == nil ? .success(.ignored) : fault(.invalidParameters("expected an object"))
    }
    return .success(.message(IncomingMessage(id: id, method: method, parameters: parameters)))
  }
}
