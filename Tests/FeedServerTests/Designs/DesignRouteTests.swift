import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite(.server(publishes: false)) struct DesignRouteTests {
  private static func pin(_ style: String = "body") -> String {
    """
    {"cell":"pin","fits":["uniform_grid"],
     "content":[{"image":"image"},{"text":"headline","style":"\(style)"}]}
    """
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", headers: HTTPFields = [:],
    as role: TokenRole = .admin
  ) async throws -> LocalResponse {
    try await server.application.answer(
      method, path, headers: headers, body: Array(body.utf8), as: try await server.identity(role))
  }

  @Test func aCellIsWrittenReadListedAndRemoved() async throws {
    let dry = try await send(.put, "/v1/cells/pin?dry_run=true", Self.pin())
    #expect(try dry.status == 200 && dry.json()["change"].text == "inserted")
    #expect(try await server.get("/v1/cells/pin").status == 404)
    let made = try await send(.put, "/v1/cells/pin", Self.pin())
    #expect(made.status == 201)
    let read = try await server.get("/v1/cells/pin")
    #expect(read.status == 200 && read.header("ETag") == made.headers[.eTag])
    #expect(try read.json() == made.json()["definition"])
    let names = try await server.json("/v1/cells")["cells"].elements.compactMap { $0["cell"].text }
    #expect(names == StandardCells.names + ["pin"])
    let listed = try await server.json("/v1/layouts")["cells"].elements.compactMap {
      $0["name"].text
    }
    #expect(listed == names)
    // Lost updates.
    let stale = try await send(.put, "/v1/cells/pin", Self.pin(), headers: [.ifMatch: #""a""#])
    #expect(stale.status == 412)
    let taken = try await send(.put, "/v1/cells/pin", Self.pin(), headers: [.ifNoneMatch: "*"])
    #expect(taken.status == 412)
    let tag = try #require(read.header("ETag"))
    let removed = try await send(.delete, "/v1/cells/pin", headers: [.ifMatch: tag])
    #expect(removed.status == 204)
    #expect(try await send(.delete, "/v1/cells/pin").status == 404)
    let permanent = try await send(.delete, "/v1/cells/card")
    #expect(try permanent.status == 409 && permanent.json()["code"].text == "design_permanent")
    // Editors write none, neither in a batch nor in a release.
    let operations = #"{"operations":[{"op":"cell","cell":"pin","body":\#(Self.pin())}]}"#
    #expect(try await send(.post, "/v1/batch", operations, as: .editor).status == 403)
    let release = try await send(.post, "/v1/releases", #"{"name":"A"}"#, as: .editor)
    let path = "/v1/releases/\(Int(try #require(release.json()["id"].number)))/operations"
    #expect(try await send(.put, path, operations, as: .editor).status == 403)
    #expect(try await send(.put, path, operations).status == 200)
    // What an admin has prepared stays in it.
    #expect(try await send(.put, path, operations, as: .editor).status == 200)
    // What every database has was never written.
    let card = try await server.get("/v1/cells/card")
    let own = try await send(
      .put, "/v1/cells/card", String(decoding: card.body, as: UTF8.self),
      headers: [.ifNoneMatch: "*"])
    #expect(own.status == 201)
  }

  @Test func whatIsWrongIsNamedWithItsPlace() async throws {
    for (body, pointer) in [
      (Self.pin("missing"), "/content/1/style"), ("{}", "/cell"),
      (Self.pin().replacing("\"pin\"", with: "\"pan\""), "/cell"),
    ] {
      let answer = try await send(.put, "/v1/cells/pin", body)
      let problem = try answer.json()
      #expect(answer.status == 422, "\(problem)")
      #expect(problem["errors"].elements.contains { $0["pointer"].text == pointer }, "\(problem)")
    }
    for role in [TokenRole.viewer, .contributor, .editor] {
      #expect(try await send(.put, "/v1/cells/pin", Self.pin(), as: role).status == 403)
      #expect(try await send(.delete, "/v1/themes/night", as: role).status == 403)
    }
  }

  @Test func aThemeAndACellAreOperationsOfABatch() async throws {
    let batch = """
      {"operations":[
        {"op":"theme","theme":"night","body":{"theme":"night","colors":{"label":"#ffffff"}}},
        {"op":"cell","cell":"pin","body":\(Self.pin())},
        {"op":"compose","feed":"home","body":{"theme":"night","sections":[
          {"id":"a","kind":"pickup_photos","title":"A","cell":"pin"}]}}]}
      """
    let answer = try await send(.post, "/v1/batch", batch)
    let body = try answer.json()
    #expect(answer.status == 200, "\(body)")
    #expect(body["results"].elements.map { $0["status"].number } == [201, 201, 201])
    #expect(body["results"].elements[0]["theme"].text == "night")
    let home = try await server.json("/v1/feeds/home/composition")
    #expect(home["theme"].text == "night" && home["sections"].elements[0]["cell"].text == "pin")
    let used = try await send(.delete, "/v1/themes/night")
    #expect(try used.status == 409 && used.json()["code"].text == "design_in_use")
    let unknown = try await send(
      .put, "/v1/feeds/home/composition",
      #"{"theme":"day","sections":[{"id":"a","kind":"pickup_photos","title":"A","cell":"pan"}]}"#)
    let pointers = try unknown.json()["errors"].elements.compactMap { $0["pointer"].text }
    #expect(unknown.status == 422 && pointers == ["/theme", "/sections/0/cell"], "\(pointers)")
  }
}
