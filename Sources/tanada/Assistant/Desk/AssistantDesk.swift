import FeedStore
import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import Foundation
import HTTPTypes
import Logging
import StrictJSON

/// What tools work with: the store, behind the same API that a server has. It has all its checks and all its problems,
/// and the audit names the assistant.
struct AssistantDesk: Sendable {
  /// The most bytes of an answer without its picture: a model reads all of them.
  static let maximumAnswerSize = 200_000

  let settings: Settings
  let store: any FeedStore
  let clock: any TimeSource
  private let application: FeedApplication
  private let photos: Renditions
  /// The clock of a store that is shared, if it is.
  private let storeClock: StoreClock?
  /// Who asks: a contributor, who publishes nothing.
  private let identity: Identity

  /// A desk for the assistant of `author`.
  ///
  /// - Throws: ``StoreError``, or why there are no photos.
  init(of store: any FeedStore, _ settings: Settings, for author: String) async throws {
    (self.settings, self.store) = (settings, store)
    identity = .assistant(named: author)
    (application, photos, storeClock) = try await settings.localServer(
      of: store, requestID: "assistant")
    clock = storeClock ?? Clock()
  }

  /// Has the content in service.
  var publisher: FeedPublisher { application.publisher }

  /// Takes over what others have published since.
  func catchUp() async throws {
    if let shared = store as? any SharedFeedStore, let storeClock {
      try await storeClock.synchronize(with: shared)
    }
    try await publisher.publish()
  }

  /// Ends what was started for photos.
  func close() async { await photos.library.workers.stop() }
}

// MARK: - The API

extension AssistantDesk {
  /// An answer of the API: its document, and its entity tag.
  struct Answer: Sendable {
    let document: JSONTree
    let entityTag: String?

    /// The member `name` as JSON.
    func member(_ name: String) -> [UInt8] { (document[name] ?? .null).bytes }

    /// The cursor of the next page; `nil` at the end.
    var nextCursor: String? {
      guard let address = document["next"]?.string,
        let field = address.split(separator: "?").last?.split(separator: "&")
          .first(where: { $0.hasPrefix("cursor=") })
      else { return nil }
      return String(field.dropFirst("cursor=".count)).removingPercentEncoding
    }
  }

  /// Reads from the API.
  ///
  /// - Parameters:
  ///   - path: The parts of the path behind `/v1`.
  ///   - query: Names and values; those without a value are left out.
  /// - Throws: ``ToolProblem``.
  func read(_ path: [String], _ query: [(String, String?)] = []) async throws -> Answer {
    for case ("locale", let text?) in query { _ = try AskedLocales(ofTool: text) }
    let parameters = query.compactMap { name, value in
      value.map { "\(name.percentEncoded)=\($0.percentEncoded)" }
    }
    let address = Self.address(path) + (parameters.isEmpty ? "" : "?")
    return try Self.answer(
      await application.answer(
        .get, address + parameters.joined(separator: "&"), body: [], as: identity))
  }

  /// Writes with the API, which refuses whatever a contributor may not do.
  func write(
    _ method: HTTPRequest.Method, _ path: [String], ifMatch tag: String? = nil,
    _ body: (inout JSONWriter) -> Void
  ) async throws -> Answer {
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.ifMatch] = tag
    return try Self.answer(
      await application.answer(
        method, Self.address(path), headers: headers,
        body: JSONWriter.encode { $0.object(body) }, as: identity))
  }

  private static func address(_ path: [String]) -> String {
    (["", "v1"] + path.map(\.percentEncoded)).joined(separator: "/")
  }

  private static func answer(_ response: LocalResponse) throws -> Answer {
    let tree = try JSONTree(parsing: response.body)
    guard response.status < 400 else { throw ToolProblem(status: response.status, problem: tree) }
    return Answer(document: tree, entityTag: response.headers[.eTag])
  }
}

extension ToolProblem {
  /// The problem that the API has answered with, in lines.
  init(status: Int, problem: JSONTree) {
    let (code, detail) = (problem["code"]?.string ?? "", problem["detail"]?.string ?? "")
    let errors = (problem["errors"]?.elements ?? []).map { error in
      "\(error["pointer"]?.string ?? ""): \(error["detail"]?.string ?? "")"
    }
    self.init((["\(code) (\(status)): \(detail)"] + errors).joined(separator: "\n"))
  }

  /// Whether there is not what was asked for.
  var isOfNothing: Bool { text.contains("(404)") }
  /// Whether somebody else has changed what was to be written.
  var isOutdated: Bool { text.hasPrefix("precondition_failed") }
}
