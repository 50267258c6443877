import FeedModel
import FeedPhotos
import Foundation
import Synchronization
import TestSupport

/// A bucket in memory behind a port of this machine, and failures that a test asks for.
///
/// It checks no signatures: real services do, in `Tests/Objects`.
final class ScriptedBucket: Sendable {
  typealias Response = ScriptedServer.Response

  fileprivate struct State {
    var objects: [String: [UInt8]] = [:]
    var failures: [(method: String, response: Response)] = []
    var knowsConditions = true
    var pageSize = 1_000
  }

  private let state = Mutex(State())
  let server: ScriptedServer

  init() throws {
    let answer = Mutex<@Sendable (ScriptedServer.Request) -> Response>({ _ in Response("500") })
    server = try ScriptedServer { request in answer.withLock { $0 }(request) }
    answer.withLock { $0 = { [weak self] in self?.answer($0) ?? Response("500 Gone") } }
  }

  /// The objects by their keys.
  var objects: [String: [UInt8]] {
    get { state.withLock { $0.objects } }
    set { state.withLock { $0.objects = newValue } }
  }

  /// Answers the next request of `method` that nothing else was said about with `response`.
  func fail(_ method: String, with response: Response) {
    state.withLock { $0.failures.append((method, response)) }
  }

  /// Refuses requests with conditions from now on, as some services do.
  func forgetConditions() { state.withLock { $0.knowsConditions = false } }

  /// Answers with lists of at most `count` objects.
  func setPageSize(_ count: Int) { state.withLock { $0.pageSize = count } }

  /// The methods and keys of all requests, and whether they have a range.
  var requests: [String] {
    server.requests.map { request in
      let path = request.path.split(separator: "?")[0]
      return "\(request.method) \(path.dropFirst(Self.root.count))"
        + (request.headers["range"].map { " \($0)" } ?? "")
    }
  }

  private static let root = "/pictures/"

  /// A client of the bucket, with its objects behind `prefix`.
  func client(
    prefix: String = "", credentials: BucketCredentials? = nil, clock: TestClock
  ) throws -> BucketClient {
    try Self.client(
      of: server.url(""), "s3://pictures/\(prefix)", credentials: credentials, clock: clock)
  }

  static func client(
    of endpoint: String, _ location: String, credentials: BucketCredentials? = nil,
    clock: any TimeSource
  ) throws -> BucketClient {
    struct NoAddress: Error {}
    guard let location = BucketLocation(location), let endpoint = ServiceEndpoint(endpoint) else {
      throw NoAddress()
    }
    return BucketClient(
      BucketAddress(location: location, endpoint: endpoint, isInPath: true), region: "us-east-1",
      credentials: credentials
        ?? BucketCredentials(accessKeyID: "testing", secretAccessKey: "secretsecret"),
      retries: RetryPolicy { 1 }, clock: clock,
      // Tests move their clock; the library has another one.
      stallTimeout: .seconds(600))
  }

  static func error(_ status: String, _ code: String, _ message: String = "") -> Response {
    Response(
      status, "Content-Type: application/xml",
      body: Array("<Error><Code>\(code)</Code><Message>\(message)</Message></Error>".utf8))
  }

  private func answer(_ request: ScriptedServer.Request) -> Response {
    state.withLock { state in
      if let index = state.failures.firstIndex(where: { $0.method == request.method }) {
        return state.failures.remove(at: index).response
      }
      let parts = request.path.split(separator: "?", maxSplits: 1)
      guard request.path.hasPrefix(Self.root) || parts[0] == Self.root.dropLast() else {
        return Self.error("404 Not Found", "NoSuchBucket")
      }
      if parts.count == 2 { return state.list(String(parts[1])) }
      return state.answer(request, String(request.path.dropFirst(Self.root.count)))
    }
  }
}

extension ScriptedBucket.State {
  fileprivate mutating func answer(
    _ request: ScriptedServer.Request, _ key: String
  ) -> ScriptedServer.Response {
    let object = objects[key]
    switch request.method {
    case "PUT":
      if request.headers["if-none-match"] != nil {
        guard knowsConditions else {
          return ScriptedBucket.error("501 Not Implemented", "NotImplemented")
        }
        guard object == nil else {
          return ScriptedBucket.error("412 Precondition Failed", "PreconditionFailed")
        }
      }
      objects[key] = request.body
      return .init("200 OK", "Content-Length: 0", "ETag: \"\(request.body.count)\"")
    case "DELETE":
      objects[key] = nil
      return .init("204 No Content")
    case "HEAD" where object == nil: return .init("404 Not Found")
    case "HEAD": return .init("200 OK", "Content-Length: \(object?.count ?? 0)")
    default:
      guard let object else { return ScriptedBucket.error("404 Not Found", "NoSuchKey") }
      let start = request.headers["range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
      return .init(
        start > 0 ? "206 Partial Content" : "200 OK", "Content-Length: \(object.count - start)",
        "ETag: \"\(object.count)\"", body: Array(object[start...]))
    }
  }

  fileprivate func list(_ query: String) -> ScriptedServer.Response {
    let items = URLComponents(string: "?\(query)")?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let rest = objects.keys.sorted().filter {
      $0.hasPrefix(value("prefix") ?? "") && $0 > value("continuation-token") ?? ""
    }
    let page = rest.prefix(pageSize)
    let isCut = page.count < rest.count
    let contents = page.map { "<Contents><Key>\($0)</Key></Contents>" }.joined()
    let next = isCut ? "<NextContinuationToken>\(page.last ?? "")</NextContinuationToken>" : ""
    return .init(
      "200 OK",
      body: Array(
        "<ListBucketResult><IsTruncated>\(isCut)</IsTruncated>\(next)\(contents)</ListBucketResult>"
          .utf8))
  }
}
