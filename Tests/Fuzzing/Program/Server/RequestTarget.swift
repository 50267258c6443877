import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import StrictJSON

/// Requests at all routes, behind all middleware.
///
/// The first line of an input is `ROLE METHOD PATH`, lines of headers follow, and a body behind an empty line.
final class RequestTarget {
  private var server: FuzzedServer
  private var state: [Int]

  private static let roles: [String: TokenRole] = [
    "viewer": .viewer, "contributor": .contributor, "editor": .editor, "admin": .admin,
  ]

  init() {
    server = Self.made()
    state = Self.state(of: server)
  }

  private static func made() -> FuzzedServer {
    switch wait(for: { try await FuzzedServer() }) {
    case .success(let server): return server
    case .failure(let error): fatalError("the server cannot be made: \(error)")
    }
  }

  /// No request is an error of the server, and each problem says what it is. Inputs do not see what others have written.
  func check(_ input: FuzzInput) {
    var input = input
    let line = input.line().split(separator: " ", maxSplits: 2).map(String.init)
    guard line.count == 3, let method = HTTPRequest.Method(rawValue: line[1]),
      line[2].hasPrefix("/"),
      !line[2].utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      // A stream of events has no end.
      !line[2].hasPrefix("/v1/events") || method != .get || line[0] == "last"
    else { return }
    var headers = HTTPFields()
    while !input.isEmpty {
      let text = input.line()
      if text.isEmpty { break }
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, let name = HTTPField.Name(parts[0]) else { continue }
      headers[name] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let identity = Self.roles[line[0]].flatMap { self.server.identities[$0] }
    let body = Array(input.rest)
    let path = line[2]
    let (server, fields) = (server, headers)
    let result = wait {
      try await server.application.answer(method, path, headers: fields, body: body, as: identity)
    }
    switch result {
    case .failure(let error): fatalError("\(method) \(path) throws \(error)")
    case .success(let answer): check(answer, of: "\(method) \(path)")
    }
    if method != .get, method != .head { renewIfWritten() }
  }

  private func check(_ answer: LocalResponse, of request: String) {
    require(
      answer.status < 500 || answer.status == 503 || answer.status == 501,
      "\(request) is answered with \(answer.status): \(String(decoding: answer.body.prefix(500), as: UTF8.self))"
    )
    let type = answer.headers[.contentType] ?? ""
    guard type.hasPrefix("application/"), type.contains("json"), !type.contains("ndjson"),
      !answer.body.isEmpty,
      answer.headers[.contentEncoding] == nil
    else { return }
    guard let tree = try? JSONTree(parsing: answer.body) else {
      fatalError("\(request) is answered with no JSON")
    }
    if answer.status >= 400 {
      require(tree["code"]?.string?.isEmpty == false, "\(request) has a problem without a code")
      require(tree["detail"]?.string?.isEmpty == false, "\(request) has a problem without a text")
    }
  }

  private static func state(of server: FuzzedServer) -> [Int] {
    (try? wait(for: { try await server.state() }).get()) ?? []
  }

  private func renewIfWritten() {
    guard Self.state(of: server) != state else { return }
    server = Self.made()
    state = Self.state(of: server)
  }
}
