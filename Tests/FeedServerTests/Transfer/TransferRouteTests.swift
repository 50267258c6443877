import FeedEditing
import FeedEntities
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import FeedServer

@Suite(.server(publishes: false)) struct TransferRouteTests {
  private static let oneBanner =
    #"[{"id":99,"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}]"#

  @Test func onlyAnImportThatIsMeantTellsThePublisher() async throws {
    let path = "/v1/import/campaign_banners"
    let rehearsal = try await server.send(
      "POST", path + "?dry_run=true", editor, json: Self.oneBanner)
    let summary = try rehearsal.object()
    #expect(summary["dry_run"] as? Bool == true && summary["inserted"] as? Int == 1)
    #expect(!server.publisher.hasUnservedWrites)

    #expect(rehearsal.header("X-Tanada-Revision") == "1")

    let imported = try await server.send("POST", path, editor, json: Self.oneBanner, is: 200)
    #expect(imported.header("X-Tanada-Revision") == "2")
    await server.untilServed(2)
    #expect(server.publisher.current?.revision == 2)
    let again = try await server.send("POST", path, editor, json: Self.oneBanner)
    #expect(again.header("X-Tanada-Revision") == "2")
  }

  /// `dryrun=true` is not taken for a wish to write.
  @Test(arguments: ["dryrun=true", "dry_run=true&x=1", "dry_run=true&dry_run=false"])
  func aParameterThatMeansNothingImportsNothing(query: String) async throws {
    let answer = try await server.send(
      "POST", "/v1/import/campaign_banners?\(query)", editor, json: Self.oneBanner, is: 400)
    #expect(
      try answer.code() == (query.hasSuffix("=false") ? "repeated_parameter" : "unknown_parameter"))
    #expect(try await server.store.item(of: .campaignBanners, id: 99) == nil)
  }

  @Test(arguments: [
    ("text/csv", "", 200), ("Text/CSV; charset=utf-8", "", 200), ("text/csv", "?format=json", 400),
    ("application/x-www-form-urlencoded", "?format=csv", 200),
    ("application/x-www-form-urlencoded", "", 400), ("application/json", "", 400),
    ("application/json", "?format=csv", 200), ("application/octet-stream", "?format=csv", 200),
    // What browsers on a computer with Excel, and others, say of a table.
    ("application/vnd.ms-excel", "", 200), ("Application/CSV", "", 200), ("text/x-csv", "", 200),
    ("text/comma-separated-values", "", 200), ("text/tab-separated-values;charset=utf-16", "", 200),
    ("application/vnd.ms-excel", "?format=json", 400), ("application/octet-stream", "", 400),
    ("text/plain", "", 415), ("multipart/form-data; boundary=a", "", 415),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "", 415),
  ])
  func theTypeOfABodySaysItsFormatWhereNothingElseDoes(
    type: String, query: String, status: Int
  ) async throws {
    var headers = try await server.bearer(.editor)
    headers["Content-Type"] = type
    try await server.send(
      "POST", "/v1/import/campaign_banners\(query)", headers,
      body: Data("id,banner_contents_id,banner_url\n99,1,https://example.com/a.jpg\n".utf8),
      is: status)
  }

  @Test(arguments: [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/json", "text/json", "application/vnd.api+json", "application/octet-stream",
  ])
  func otherTypesSayTheirFormatsToo(type: String) async throws {
    var headers = try await server.bearer(.editor)
    headers["Content-Type"] = type
    let isLines = type.contains("nd") && !type.contains("vnd") || type.contains("jsonl")
    let item = String(Self.oneBanner.dropFirst().dropLast())
    try await server.send(
      "POST", "/v1/import/campaign_banners?dry_run=true", headers,
      body: Data((isLines ? item : Self.oneBanner).utf8), is: 200)
  }

  /// An export that Excel in German has opened and saved.
  @Test func anExportComesBackFromASpreadsheet() async throws {
    var editor = try await server.bearer(.editor)
    let path = "/v1/import/featured_topics"
    let export = try await server.get("/v1/export/featured_topics?format=csv", editor).text
    let rows = export.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.allSatisfy { $0.count == rows[0].count }, "no cell has a comma")
    let saved = rows.map { row in
      row.map { $0 == "false" ? "FALSCH" : String($0) }.joined(separator: ";") + ";;\r\n"
    }
    let table = "\u{FEFF}" + saved.joined() + ";;;;\r\n"
    editor["Content-Type"] = "application/vnd.ms-excel"
    let answer = try await server.send(
      "POST", path, editor, body: Data(table.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
    let summary = try answer.object()
    #expect(summary["unchanged"] as? Int == rows.count - 1, "\(answer.text)")
    #expect(summary["updated"] as? Int == 0 && summary["inserted"] as? Int == 0)
  }

  @Test(.noServer) func anExportIsOfOneRevisionHoweverSlowlyItIsRead() async throws {
    try await LiveServer.run(
      listens: true, publishes: false, prepare: { store, _ in try await Self.fill(store) }
    ) { server in
      let connection = try server.narrowConnection()
      connection.send(
        "GET /v1/export/campaign_banners?format=ndjson HTTP/1.1\r\nHost: a\r\n"
          + "Connection: close\r\n\r\n")
      let head = await connection.read { $0.contains("\r\n\r\n") }
      #expect(head.contains("\r\nX-Tanada-Revision: 2\r\n"))
      try await server.store.write { transaction in
        _ = try transaction.delete(.campaignBanners, id: Self.largeCount)
        _ = try transaction.upsert(Self.banner(Self.largeCount + 1, "MEANWHILE"))
      }
      let rest = await connection.readBytesToEnd()
      let whole = Array(head.utf8) + rest
      #expect(whole.firstRange(of: Array("\"id\":\(Self.largeCount),".utf8)) != nil)
      #expect(whole.firstRange(of: Array("MEANWHILE".utf8)) == nil)
      #expect(whole.suffix(5).elementsEqual("0\r\n\r\n".utf8), "and it is whole")
    }
  }

  /// A client that does not read keeps its place until it goes, or has to.
  @Test(.noServer, arguments: [true, false])
  func largeExportsAreFewAndNoneGoesOnForEver(leaves: Bool) async throws {
    let timeout = Duration.seconds(600)
    try await LiveServer.run(
      listens: true, publishes: false,
      configure: {
        $0.maximumExportCount = 1
        $0.exportTimeout = timeout
      }, prepare: { store, _ in try await Self.fill(store) }
    ) { server in
      let path = "/v1/export/campaign_banners"
      let connection = try server.narrowConnection()
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await connection.read { $0.contains("http") }
      if leaves {
        let refused = try await server.get(path, is: 503, code: "too_many_exports")
        #expect(refused.header("Retry-After") == "5")
        // An export in one read takes no place.
        try await server.get("/v1/export/recent_news", is: 200)
        connection.close()
      } else {
        server.clock.advance(by: timeout)
      }
      try await eventually { try await server.send("HEAD", path).status == 200 }
    }
  }

  /// A body that is on its way for long does not outlive the token.
  @Test func aTokenThatIsRevokedMeanwhileEndsAnImport() async throws {
    let headers = try await server.bearer(.editor, name: "Ben")
    let item = #"{"id":77,"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}"#
    let rest = Mutex([#"{"result":["#, item, "]}"])
    let (store, clock) = (server.store, server.clock)
    // The second piece is asked for when the token was accepted.
    let body = AsyncStream<[UInt8]> {
      let (piece, isSecond) = rest.withLock { rest in
        (rest.isEmpty ? nil : rest.removeFirst(), rest.count == 1)
      }
      if isSecond {
        let now = clock.now
        let tokens = try? await store.read { try $0.tokens() }
        let id = tokens?.first { $0.name == "Ben" }?.id ?? 0
        _ = try? await store.write(at: now) { _ = try $0.revokeToken(id) }
      }
      return piece.map { Array($0.utf8) }
    }
    let answer = try await server.application.answer(
      .post, "/v1/import/campaign_banners",
      headers: [.authorization: headers["Authorization"] ?? ""], pieces: body)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 401, "\(text)")
    #expect(text.contains("the token was revoked"))
    try await server.get("/v1/content/campaign_banners/77", is: 404)
  }

  /// Clients without a token use half of the places, so that they do not keep editors waiting.
  @Test(.noServer) func exportsWithoutATokenLeavePlacesForOthers() async throws {
    try await LiveServer.run(
      listens: true, publishes: false, configure: { $0.maximumExportCount = 2 },
      prepare: { store, _ in try await Self.fill(store) }
    ) { server in
      let path = "/v1/export/campaign_banners"
      let connection = try server.narrowConnection()
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await connection.read { $0.contains("\r\n\r\n") }
      #expect(try await server.get(path).code() == "too_many_exports")
      let viewer = try await server.bearer(.viewer)
      try await server.get(path, viewer, is: 200)
    }
  }

  @Test func aSmallExportHasALengthAndARevision() async throws {
    let answer = try await server.get("/v1/export/recent_news?format=csv")
    #expect(answer.header("Content-Length") == "\(answer.body.count)")
    #expect(answer.header("X-Tanada-Revision") == "1")
    let head = try await server.send("HEAD", "/v1/export/recent_news?format=csv")
    #expect(head.header("Content-Length") == "\(answer.body.count)")
  }

  /// More than lies between a server and a client that does not read.
  private static let largeCount = 700

  private static func fill(_ store: any FeedStore) async throws {
    try await store.write { transaction in
      for id in 100...largeCount {
        _ = try transaction.upsert(banner(id, String(repeating: "a", count: 4_000)))
      }
    }
  }

  private static func banner(_ id: Int, _ name: String) throws -> CampaignBanner {
    var banner = try TestContent.banner(id)
    banner.bannerURL = "https://example.com/\(name)"
    return banner
  }
}

/// The file that takes the body of an import.
@Suite struct SpoolTests {
  /// A device of Linux that is always full.
  @Test func aFullDiskIsNamed() throws {
    let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let spool = SpoolFile(device, path: "/dev/full")
    let error = #expect(throws: StoreError.diskFull(path: "/dev/full")) {
      try spool.append(ByteBuffer(string: "id,name\n"))
    }
    let problem = Problem(try #require(error) as any Error)
    #expect(problem.status.code == 507 && problem.code == "storage_full")
  }

  @Test func aFolderThatIsNotThereIsAFailureOfTheStorage() throws {
    let folder = try TemporaryFolder().url.appending(path: "nowhere")
    let error = #expect(throws: StoreError.self) { _ = try SpoolFile(in: folder) }
    #expect(try #require(error).isOfStorage)
  }

  @Test(arguments: [
    SeedError.unreadable(path: "/proc/self/fd/9"),
    SeedError.refused(path: "/proc/self/fd/9", .missing),
  ])
  func aFileThatCannotBeOpenedAgainIsAFailureOfTheStorage(error: SeedError) {
    let problem = Problem(error as any Error)
    #expect(problem.status.code == 503 && problem.code == "storage_unavailable")
    #expect(!problem.detail.contains("/"))
  }

  /// A server that is killed leaves nothing.
  @Test func itHasNoName() throws {
    let folder = try TemporaryFolder()
    let spool = try SpoolFile(in: folder.url)
    try spool.append(ByteBuffer(string: "id,name\n"))
    try spool.append(ByteBuffer(string: "1,a\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(FileManager.default.contents(atPath: spool.path) == Data("id,name\n1,a\n".utf8))
  }
}
