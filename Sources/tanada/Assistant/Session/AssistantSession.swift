import Logging
import StrictJSON

/// A conversation with a client: it reads lines, and sends the answers to the requests in them.
///
/// Requests that say their revision of the protocol need no session. All others are refused before `initialize` has
/// agreed on a revision. Requests are answered as they are done, not in their order.
actor AssistantSession {
  /// The most bytes of a line.
  static let maximumLineLength = 4 << 20
  /// The most requests at a time.
  static let maximumRunningCount = 32

  /// Sends a message.
  private let send: @Sendable ([UInt8]) -> Void
  private let methods: AssistantMethods
  /// The revision that `initialize` has agreed on; `nil` before.
  private var agreed: ProtocolRevision?
  private var running: [RequestID: Task<Void, Never>] = [:]
  private var batches: [Int: Task<Void, Never>] = [:]
  private var batchCount = 0
  /// The subscriptions that are open. There is nothing that they are told: no list changes while the program runs.
  private var subscriptions: Set<RequestID> = []
  /// Whether nothing is handled any more.
  private var isCancelled = false

  init(_ methods: AssistantMethods, send: @escaping @Sendable ([UInt8]) -> Void) {
    self.methods = methods
    self.send = send
  }

  /// Handles a line of the client. Its requests are answered later.
  func handle(_ line: LineSplitter.Line) async {
    guard !isCancelled else { return }
    guard case .text(let text) = line else {
      let reason = "a line can have \(Self.maximumLineLength) bytes, and this one has more"
      return send(OutgoingMessage.fault(.invalidRequest(reason), answering: nil))
    }
    do throws(ProtocolFault) {
      let (messages, isBatch) = try IncomingMessage.messages(in: text)
      if isBatch { try handle(batch: messages) } else { await handle(messages[0]) }
    } catch {
      send(OutgoingMessage.fault(error, answering: nil))
    }
  }

  /// Waits until all requests are answered, and ends the subscriptions.
  func finish() async {
    for task in Array(running.values) + Array(batches.values) { await task.value }
    for id in subscriptions {
      var result = MethodResult { _ in }
      result.subscription = id
      send(OutgoingMessage.answer(to: id) { result.write(to: &$0, in: .july2026) })
    }
    subscriptions = []
  }

  /// Stops all requests, which are not answered any more, and those that may come.
  func cancel() {
    isCancelled = true
    for task in Array(running.values) + Array(batches.values) { task.cancel() }
  }

  // MARK: - Messages

  private func handle(_ incoming: IncomingMessage.Read) async {
    switch incoming {
    case .success(nil): return
    case .failure(let fault): send(OutgoingMessage.fault(fault, answering: fault.request))
    case .success(let message?):
      guard let id = message.id else { return note(message) }
      // The revision is known before the next line is read.
      if message.method == "initialize" {
        return reply(await answer(to: message, id))
      }
      guard running[id] == nil, !subscriptions.contains(id) else {
        let fault = ProtocolFault.invalidRequest("a request with this id is not answered yet")
        return send(OutgoingMessage.fault(fault, answering: id))
      }
      guard running.count < Self.maximumRunningCount else {
        let reason = "\(Self.maximumRunningCount) requests are not answered yet; send it later"
        return send(OutgoingMessage.fault(.internalError(reason), answering: id))
      }
      running[id] = Task {
        let answer = await answer(to: message, id)
        if !Task.isCancelled { reply(answer) }
        running[id] = nil
      }
    }
  }

  /// Handles several messages of one line; their answers are in one line as well.
  private func handle(batch: [IncomingMessage.Read]) throws(ProtocolFault) {
    guard let agreed, agreed.hasBatches else {
      throw .invalidRequest("expected one message, found an array")
    }
    batchCount += 1
    let number = batchCount
    batches[number] = Task {
      var answers: [[UInt8]] = []
      for incoming in batch {
        switch incoming {
        case .success(nil): break
        case .failure(let fault):
          answers.append(OutgoingMessage.fault(fault, answering: fault.request))
        case .success(let message?):
          guard let id = message.id else {
            note(message)
            continue
          }
          if let answer = await answer(to: message, id, isInBatch: true) { answers.append(answer) }
        }
      }
      if !answers.isEmpty, !Task.isCancelled { send(OutgoingMessage.batch(answers)) }
      batches[number] = nil
    }
  }

  /// Handles a notification, which is never answered.
  private func note(_ notification: IncomingMessage) {
    guard notification.method == "notifications/cancelled",
      let id = notification.parameters?["requestId"].flatMap(IncomingMessage.id)
    else { return }
    running[id]?.cancel()
    subscriptions.remove(id)
  }

  private func reply(_ answer: [UInt8]?) {
    if let answer { send(answer) }
  }

  // MARK: - Answers

  /// The answer to a request; `nil` for one that is answered later.
  private func answer(
    to request: IncomingMessage, _ id: RequestID, isInBatch: Bool = false
  ) async -> [UInt8]? {
    do {
      let revision = try revision(of: request)
      let result: MethodResult
      switch request.method {
      case "initialize":
        guard !isInBatch else { throw ProtocolFault.invalidRequest("initialize in a batch") }
        return try initialize(request, id)
      case "subscriptions/listen" where revision.isStateless:
        try subscribe(request, id)
        return nil
      default: result = try await methods.result(of: request, in: revision)
      }
      return OutgoingMessage.answer(to: id) { result.write(to: &$0, in: revision) }
    } catch let fault as ProtocolFault {
      return OutgoingMessage.fault(fault, answering: id)
    } catch {
      return OutgoingMessage.fault(.internalError("\(error)"), answering: id)
    }
  }

  /// The revision that a request is to be answered in.
  private func revision(of request: IncomingMessage) throws(ProtocolFault) -> ProtocolRevision {
    let prefix = "io.modelcontextprotocol/"
    if let named = request.meta?[prefix + "protocolVersion"] {
      guard let text = named.string else {
        throw .invalidParameters("expected a text as \(prefix)protocolVersion")
      }
      let revision = ProtocolRevision(rawValue: text)
      if let agreed, revision == agreed { return agreed }
      guard let revision, revision.isStateless else { throw .unsupportedRevision(text) }
      guard request.meta?[prefix + "clientCapabilities"]?.isObject == true else {
        throw .invalidParameters("expected an object as \(prefix)clientCapabilities in _meta")
      }
      return revision
    }
    if request.method == "server/discover" {
      throw .invalidParameters("expected \(prefix)protocolVersion in _meta")
    }
    if let agreed { return agreed }
    guard ["initialize", "ping"].contains(request.method) else {
      throw .invalidRequest(
        "expected initialize first, or \(prefix)protocolVersion in _meta of the request")
    }
    return .newestWithSession
  }

  private func initialize(
    _ request: IncomingMessage, _ id: RequestID
  ) throws(ProtocolFault) -> [UInt8] {
    guard agreed == nil else { throw .invalidRequest("initialize was answered before") }
    guard let asked = request.parameters?["protocolVersion"]?.string else {
      throw .invalidParameters("expected a text as protocolVersion")
    }
    // A revision that is not known, or needs no session, is answered with the newest one that has sessions.
    let known = ProtocolRevision(rawValue: asked).flatMap { $0.isStateless ? nil : $0 }
    let revision = known ?? .newestWithSession
    agreed = revision
    let instructions = methods.instructions
    return OutgoingMessage.answer(to: id) { object in
      object.member("protocolVersion", revision.rawValue)
      AssistantMethods.writeCapabilities(to: &object)
      object.object("serverInfo") { AssistantMethods.writeServer(to: &$0) }
      object.member("instructions", instructions)
    }
  }

  /// Opens a subscription, to nothing: the answer comes when it ends.
  private func subscribe(_ request: IncomingMessage, _ id: RequestID) throws(ProtocolFault) {
    guard request.parameters?["notifications"]?.isObject == true else {
      throw .invalidParameters("expected an object as notifications")
    }
    subscriptions.insert(id)
    send(
      OutgoingMessage.notification("notifications/subscriptions/acknowledged") { object in
        object.object("_meta") { meta in
          meta.member("io.modelcontextprotocol/subscriptionId", json: id)
        }
        object.object("notifications") { _ in }
      })
  }
}
