import FeedModel
import FeedStore
import Foundation
import Testing
import TestSupport

@Suite(.server(publishes: false)) struct BatchTests {
  private static let body =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#

  @Test(arguments: [#"{"operations":[%@]}"#, "[%@]"])
  func operationsAreDoneInOneRevision(form: String) async throws {
    let kind = #""kind":"campaign_banners""#
    let tag = try #require(try await server.get("/v1/content/campaign_banners/2").header("ETag"))
    let quoted = tag.replacing("\"", with: "\\\"")
    let operations = [
      #"{"op":"create",\#(kind),"body":\#(Self.body)}"#,
      #"{"op":"create",\#(kind),"id":50,"body":\#(Self.body)}"#,
      #"{"op":"replace",\#(kind),"id":1,"body":\#(Self.body)}"#,
      #"{"op":"patch",\#(kind),"id":2,"if_match":"\#(quoted)","body":{"draft":true}}"#,
      #"{"op":"delete",\#(kind),"id":3}"#,
    ].joined(separator: ",")
    let answer = try await server.send(
      "POST", "/v1/batch", editor, json: form.replacing("%@", with: operations), is: 200)
    let object = try answer.object()
    #expect(object["revision"] as? Int == 2)
    #expect(answer.header("X-Tanada-Revision") == "2")
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.compactMap { $0["status"] as? Int } == [201, 201, 200, 200, 204])
    #expect(results.compactMap { $0["id"] as? Int } == [7, 50, 1, 2, 3])
    let read = try await server.get("/v1/content/campaign_banners/50")
    #expect(results[1]["etag"] as? String == read.header("ETag"))
    #expect(results[4]["etag"] is NSNull)
    try await server.get("/v1/content/campaign_banners/3", is: 404)
    #expect(try await server.revision() == 2)
  }

  @Test(arguments: ["If-Match", "If-None-Match"])
  func aConditionOnTheWholeIsRefusedRatherThanOverlooked(header: String) async throws {
    let headers = try await server.bearer(.editor).merging([header: "*"]) { $1 }
    try await server.send(
      "POST", "/v1/batch", headers,
      json: #"{"operations":[{"op":"delete","kind":"campaign_banners","id":1}]}"#, is: 400,
      code: "unsupported_precondition")
    try await server.get("/v1/content/campaign_banners/1", is: 200)
  }

  @Test func everyFailureIsNamedAndNothingIsChanged() async throws {
    let editor = try await server.bearer(.editor)
    let kind = #""kind":"campaign_banners""#
    let answer = try await server.send(
      "POST", "/v1/batch", editor,
      json: """
        {"operations":[
          {"op":"create",\(kind),"body":\(Self.body)},
          {"op":"create",\(kind),"id":1,"body":\(Self.body)},
          {"op":"create",\(kind),"body":{"banner_contents_id":"x","banner_url":"/a"}},
          {"op":"patch",\(kind),"id":99,"body":{}},
          {"op":"patch",\(kind),"id":2,"if_match":"\\"stale\\"","body":{}},
          {"op":"patch",\(kind),"id":4,"body":{"banner_url":7}},
          {"op":"patch",\(kind),"id":4,"body":{"banner_url":8}},
          {"op":"upsert","kind":"banners"},
          {"op":"delete",\(kind),"body":{}},
          {"op":"delete",\(kind),"id":3}, 7
        ]}
        """, is: 422, code: "batch_failed",
      pointers: [
        "/operations/1", "/operations/2/body/banner_contents_id",
        "/operations/2/body/banner_url", "/operations/3", "/operations/4",
        "/operations/5/body/banner_url", "/operations/7/op", "/operations/7/kind",
        "/operations/8/id", "/operations/8/body", "/operations/10",
      ])
    let codes = (try answer.object()["errors"] as? [[String: Any]] ?? [])
      .compactMap { $0["code"] as? String }
    #expect(codes[0] == "id_exists")
    #expect(codes[3] == "not_found")
    #expect(codes[4] == "precondition_failed")
    #expect(try await server.revision() == 1)
    let items = try await server.store.items(of: .campaignBanners, after: 0, limit: 100)
    #expect(items.map(\.id) == Array(1...6))
    let entries = try await server.store.read {
      try $0.auditEntries(about: "content/campaign_banners", before: nil, limit: 100)
    }
    #expect(entries.count == 6)
  }

  @Test func failuresOfOneStatusShareIt() async throws {
    try await server.send(
      "POST", "/v1/batch", editor,
      json: #"""
        [{"op":"delete","kind":"recent_news","id":1,"if_match":"\"stale\""},
         {"op":"delete","kind":"recent_news","id":2}]
        """#, is: 412, pointers: ["/0"])
    try await server.get("/v1/content/recent_news/2", is: 200)
  }

  @Test func aBatchHasAtMostFiveHundredOperations() async throws {
    let operation = #"{"op":"create","kind":"campaign_banners","body":\#(Self.body)}"#
    for (count, status) in [(0, 200), (500, 200), (501, 422)] {
      let list = Array(repeating: operation, count: count).joined(separator: ",")
      let answer = try await server.send("POST", "/v1/batch", editor, json: "[\(list)]")
      #expect(answer.status == status, "\(count)")
    }
    #expect(try await server.revision() == 2)
  }

  @Test(arguments: [
    ("{}", ["/operations"]), ("7", ["/operations"]),
    (#"{"operations":{},"x":1}"#, ["/x", "/operations"]),
  ])
  func aBodyWithoutOperationsIsRefused(body: String, pointers: [String]) async throws {
    try await server.send("POST", "/v1/batch", editor, json: body, is: 422, pointers: pointers)
  }
}

extension BatchTests {
  private static let composition =
    #"{"sections":[{"id":"n","kind":"campaign_banners","title":"Only","source":{"pinned":[50]}}]}"#

  @Test(.server) func compositionsAndItemsAreWrittenInOneRevision() async throws {
    let answer = try await server.send(
      "POST", "/v1/batch", editor,
      json: """
        {"operations":[
          {"op":"create","kind":"campaign_banners","id":50,"body":\(Self.body)},
          {"op":"compose","feed":"home","body":\(Self.composition)},
          {"op":"compose","feed":"winter","body":\(Self.composition)}]}
        """, is: 200)
    let result = try answer.json()
    #expect(result["revision"].number == 2)
    let results = result["results"].elements
    #expect(results.map { $0["status"].number } == [201, 201, 201])
    #expect(results.map { $0["feed"].text } == [nil, "home", "winter"])
    let read = try await server.get("/v1/feeds/home/composition", editor)
    #expect(results[1]["etag"].text == read.header("ETag"))
    await server.untilServed(2)
    let screen = try await server.json("/v1/feeds/home")
    #expect(
      screen["sections"].elements.flatMap { $0["items"].elements.map { $0["id"].number } } == [50])
  }

  @Test(arguments: [
    (
      #"{"op":"compose","feed":"home","body":{"sections":[{"id":"a","kind":"recent_news","title":"A","layout":{"type":"shelf","options":{"radius":3}}}]}}"#,
      422, "/operations/1/body/sections/0/layout/options/radius"
    ),
    (#"{"op":"compose","feed":"A b","body":{"sections":[]}}"#, 422, "/operations/1/feed"),
    (#"{"op":"compose","feed":"home"}"#, 422, "/operations/1/body"),
    (
      #"{"op":"compose","feed":"home","if_match":"\"old\"","body":{"sections":[]}}"#, 412,
      "/operations/1"
    ),
  ])
  func aCompositionThatFailsTakesTheItemsWithIt(
    operation: String, status: Int, pointer: String
  ) async throws {
    try await server.send(
      "POST", "/v1/batch", editor,
      json: #"{"operations":[{"op":"delete","kind":"recent_news","id":1},\#(operation)]}"#,
      is: status, code: "batch_failed", pointers: [pointer])
    #expect(try await server.revision() == 1)
  }
}
