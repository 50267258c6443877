import CBuild
import FeedPhotos
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct PictureFetcherTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("picture.jpg")
  }

  private var picture: [UInt8] { (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

  /// A fetcher that may connect to this machine. Its timeouts are long unless a test sets them: on a busy
  /// machine, transfers make progress late.
  private func fetcher(
    _ change: (inout PictureFetcher.Limits) -> Void = { _ in }
  ) -> PictureFetcher {
    var limits = PictureFetcher.Limits()
    limits.connectTimeout = .seconds(3_600)
    limits.timeout = .seconds(3_600)
    limits.stallTimeout = .seconds(3_600)
    change(&limits)
    return PictureFetcher(limits: limits, allowsPrivateAddresses: true)
  }

  /// The name of the error of a fetch that fails, whatever the system says of it.
  private func reason(of url: String) async -> String? {
    let error = await #expect(throws: FetchError.self) {
      try await fetcher().fetch(url, to: file)
    }
    return error.flatMap { Mirror(reflecting: $0).children.first?.label }
  }

  /// The names of the files in the folder.
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }
  }

  @Test func aPictureIsWrittenAsItIsSent() async throws {
    let picture = picture
    let server = try ScriptedServer { _ in
      .init("200 OK", "Content-Length: \(picture.count)", "Content-Encoding: br", body: picture)
    }
    try await fetcher().fetch(server.url("/a.jpg"), to: file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(picture))
    #expect(try names == ["picture.jpg"])
    let request = try #require(server.requests.first)
    #expect(request.path == "/a.jpg")
    #expect(request.headers["user-agent"] == "tanada/\(TANADA_NUMBER)")
    #expect(request.headers["accept-encoding"] == nil)
    #expect(request.headers["range"] == nil)
  }

  @Test func aFetchReplacesTheFileOfThatName() async throws {
    try folder.write("before", to: "picture.jpg")
    let server = try ScriptedServer { _ in .init("200 OK", body: [1, 2, 3]) }
    try await fetcher().fetch(server.url("/"), to: file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([1, 2, 3]))
  }

  @Test(arguments: ["404 Not Found", "410 Gone", "500 Internal Server Error", "304 Not Modified"])
  func anotherStatusThan200To299IsAnError(status: String) async throws {
    let server = try ScriptedServer { _ in .init(status, body: [1, 2, 3]) }
    let error = FetchError.status(try #require(Int(status.prefix(3))))
    await #expect(throws: error) { try await fetcher().fetch(server.url("/"), to: file) }
    await #expect(throws: error) { try await fetcher().head(of: server.url("/"), count: 2) }
    #expect(try names == [])
  }

  @Test func redirectsAreFollowed() async throws {
    let server = try ScriptedServer { request in
      request.path == "/old"
        ? .init("301 Moved Permanently", "Location: /new", "Content-Length: 0")
        : .init("200 OK", body: [7])
    }
    try await fetcher().fetch(server.url("/old"), to: file)
    #expect(server.requests.map(\.path) == ["/old", "/new"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([7]))
  }

  @Test func redirectsInALoopEndAfterFive() async throws {
    let server = try ScriptedServer { _ in
      .init("302 Found", "Location: /again", "Content-Length: 0")
    }
    await #expect(throws: FetchError.tooManyRedirects(limit: 5)) {
      try await fetcher().fetch(server.url("/"), to: file)
    }
    #expect(server.requests.count == 6)
  }

  @Test func aRedirectWithoutALocationIsAnError() async throws {
    let server = try ScriptedServer { _ in .init("302 Found", body: [1, 2, 3]) }
    await #expect(throws: FetchError.status(302)) {
      try await fetcher().head(of: server.url("/"), count: 2)
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a"])
  func otherSchemesAreRefusedAlsoInRedirects(url: String) async throws {
    let server = try ScriptedServer { _ in
      .init("302 Found", "Location: \(url)", "Content-Length: 0")
    }
    await #expect(throws: FetchError.notHTTP(url: url)) {
      try await fetcher().fetch(url, to: file)
    }
    await #expect(throws: FetchError.notHTTP(url: url)) {
      try await fetcher().fetch(server.url("/"), to: file)
    }
    #expect(try names == [])
  }

  @Test(arguments: ["", "picture.jpg", "//127.0.0.1/a", "http://", "http://127.0.0.1:0x/"])
  func whatIsNoURLIsRefused(text: String) async throws {
    await #expect(throws: FetchError.notHTTP(url: text)) {
      try await fetcher().fetch(text, to: file)
    }
  }

  @Test(arguments: [true, false])
  func aPictureThatIsTooLargeIsRefused(saysItsLength: Bool) async throws {
    let picture = picture
    let length = saysItsLength ? "Content-Length: \(picture.count)" : "Content-Type: image/jpeg"
    let server = try ScriptedServer { _ in .init("200 OK", length, body: picture) }
    await #expect(throws: FetchError.tooLarge(limit: picture.count - 1)) {
      try await fetcher { $0.maximumByteCount = picture.count - 1 }
        .fetch(server.url("/"), to: file)
    }
    #expect(try names == [])
    try await fetcher { $0.maximumByteCount = picture.count }.fetch(server.url("/"), to: file)
    #expect(try names == ["picture.jpg"])
  }

  @Test func aLengthThatIsTooLargeIsRefusedBeforeTheBody() async throws {
    let server = try ScriptedServer { _ in
      .init("200 OK", "Content-Length: 50000001", isHeld: true)
    }
    await #expect(throws: FetchError.tooLarge(limit: 50_000_000)) {
      try await fetcher().fetch(server.url("/"), to: file)
    }
  }

  @Test func aBodyThatBecomesTooLargeIsCutOff() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1, 2, 3], isHeld: true) }
    await #expect(throws: FetchError.tooLarge(limit: 2)) {
      try await fetcher { $0.maximumByteCount = 2 }.fetch(server.url("/"), to: file)
    }
  }

  @Test func aNameWithoutAnAddressIsSaid() async throws {
    // A label of a name has at most 63 characters, so nobody has to be asked.
    let url = "http://\(String(repeating: "a", count: 64)).example/"
    await #expect(throws: FetchError.unresolved(url: url)) {
      try await fetcher().fetch(url, to: file)
    }
  }

  @Test func aServerThatDoesNotListenIsUnreachable() async throws {
    #expect(await reason(of: "http://127.0.0.1:1/") == "unreachable")
  }

  @Test func aServerThatDoesNotEncryptIsInsecure() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1]) }
    let url = server.url("/").replacing("http:", with: "https:")
    #expect(await reason(of: url) == "insecure")
  }

  @Test func aTransferThatTakesTooLongEnds() async throws {
    let server = try ScriptedServer { _ in
      .init("200 OK", "Content-Length: 9", body: [1], isHeld: true)
    }
    await #expect(throws: FetchError.timedOut) {
      try await fetcher { $0.timeout = .milliseconds(20) }.fetch(server.url("/"), to: file)
    }
    #expect(try names == [])
  }

  /// libcurl counts stalls in seconds, by its own clock.
  @Test(.onlyAll("aTransferThatTakesTooLongEnds has the other limit of time"))
  func aTransferThatStallsEnds() async throws {
    let server = try ScriptedServer { _ in
      .init("200 OK", "Content-Length: 9", body: [1], isHeld: true)
    }
    await #expect(throws: FetchError.timedOut) {
      try await fetcher { $0.stallTimeout = .seconds(1) }.fetch(server.url("/"), to: file)
    }
    #expect(try names == [])
  }

  @Test func aTransferThatBreaksOffIsAnError() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", "Content-Length: 9", body: [1, 2]) }
    #expect(await reason(of: server.url("/")) == "interrupted")
    #expect(try names == [])
  }

  @Test func aHeadIsAskedForByItsRange() async throws {
    let picture = picture
    let server = try ScriptedServer { _ in
      .init("206 Partial Content", "Content-Length: 1000", body: Array(picture.prefix(1_000)))
    }
    #expect(
      try await fetcher().head(of: server.url("/"), count: 1_000) == Array(picture.prefix(1_000)))
    #expect(server.requests.first?.headers["range"] == "bytes=0-999")
  }

  @Test func aServerThatIgnoresRangesIsCutOff() async throws {
    let picture = picture
    let server = try ScriptedServer { _ in
      .init("200 OK", "Content-Length: 90000000", body: picture, isHeld: true)
    }
    let head = try await fetcher().head(of: server.url("/"), count: 1_000)
    #expect(head == Array(picture.prefix(1_000)))
  }

  @Test func aPictureSmallerThanItsHeadIsWhole() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1, 2, 3]) }
    #expect(try await fetcher().head(of: server.url("/"), count: 1_000) == [1, 2, 3])
  }

  @Test func cancellingTheTaskEndsTheTransfer() async throws {
    let server = try ScriptedServer { _ in
      .init("200 OK", "Content-Length: 9", body: [1], isHeld: true)
    }
    let fetcher = fetcher()
    let task = Task { try await fetcher.fetch(server.url("/"), to: file) }
    try await eventually { server.requests.count == 1 }
    task.cancel()
    await #expect(throws: FetchError.cancelled) { try await task.value }
    #expect(try names == [])
  }

  @Test func aTaskThatIsCancelledBeforeMakesNoConnection() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1]) }
    let fetcher = fetcher()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await fetcher.fetch(server.url("/"), to: file)
    }
    await #expect(throws: FetchError.cancelled) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test func severalFetchesRunAtATime() async throws {
    let arrivals = Arrivals()
    // Also if fewer arrive: the threads end.
    defer { arrivals.letGo() }
    let server = try ScriptedServer { request in
      arrivals.wait()
      return .init("200 OK", body: Array(request.path.utf8))
    }
    let fetcher = fetcher()
    let folder = folder
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          try await fetcher.fetch(server.url("/\(index)"), to: folder.path("\(index)"))
        }
      }
      try await eventually { arrivals.count == 20 }
      arrivals.letGo()
      try await group.waitForAll()
    }
    for index in 0..<20 {
      let data = try Data(contentsOf: folder.url.appending(path: "\(index)"))
      #expect(data == Data("/\(index)".utf8))
    }
  }

  @Test func aFolderThatIsMissingIsSaid() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1]) }
    let file = folder.path("missing/picture.jpg")
    let expected = FetchError.notWritten(file: file, reason: "No such file or directory")
    await #expect(throws: expected) { try await fetcher().fetch(server.url("/"), to: file) }
    #expect(server.connectionCount == 0)
  }
}

/// Counts threads and holds them until they are let go.
private final class Arrivals: Sendable {
  private let condition = NSCondition()
  private let state = Mutex((count: 0, isOpen: false))

  var count: Int { state.withLock(\.count) }

  func wait() {
    condition.lock()
    defer { condition.unlock() }
    state.withLock { $0.count += 1 }
    while !state.withLock(\.isOpen) { condition.wait() }
  }

  func letGo() {
    condition.lock()
    defer { condition.unlock() }
    state.withLock { $0.isOpen = true }
    condition.broadcast()
  }
}
