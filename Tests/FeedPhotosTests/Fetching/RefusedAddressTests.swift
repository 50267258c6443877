import FeedPhotos
import Foundation
import TestSupport
import Testing

@Suite struct RefusedAddressTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("picture.jpg")
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
    ("0x7f000001", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("[::1]", "::1"),
    ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"), ("[::]", "::"),
  ])
  func thisMachineIsRefusedInAnySpelling(host: String, address: String) async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1]) }
    let fetcher = PictureFetcher()
    await #expect(throws: FetchError.refusedAddress(address)) {
      try await fetcher.fetch(server.url("/", host: host), to: file)
    }
    await #expect(throws: FetchError.refusedAddress(address)) {
      try await fetcher.head(of: server.url("/", host: host), count: 1)
    }
    #expect(server.connectionCount == 0)
  }

  @Test func aNameOfThisMachineIsRefused() async throws {
    let server = try ScriptedServer { _ in .init("200 OK", body: [1]) }
    let error = await #expect(throws: FetchError.self) {
      try await PictureFetcher().fetch(server.url("/", host: "localhost"), to: file)
    }
    #expect(error == .refusedAddress("127.0.0.1") || error == .refusedAddress("::1"))
    #expect(server.connectionCount == 0)
  }

  /// 0.0.0.0 and ::ffff:127.0.0.1 lead to the server as well, if they are not refused.
  @Test(arguments: [
    ("0.0.0.0", "0.0.0.0"), ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"), ("[::1]", "::1"),
    ("169.254.169.254", "169.254.169.254"), ("10.0.0.1", "10.0.0.1"),
  ])
  func aRedirectToAnAddressThatIsNotPublicIsRefused(host: String, address: String) async throws {
    let server = try ScriptedServer { request in
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      return .init("302 Found", "Location: http://\(host):\(port)/secret", "Content-Length: 0")
    }
    let fetcher = PictureFetcher { $0 == [127, 0, 0, 1] || PublicAddress.isPublic($0) }
    await #expect(throws: FetchError.refusedAddress(address)) {
      try await fetcher.fetch(server.url("/"), to: file)
    }
    #expect(server.connectionCount == 1)
  }

  @Test func aProxyOfTheEnvironmentIsNotUsed() async {
    // In a process of its own, because the environment is everyone's.
    await #expect(processExitsWith: .success) {
      let server = try ScriptedServer { _ in .init("200 OK", body: [1]) }
      let proxy = try ScriptedServer { _ in .init("200 OK", body: [2]) }
      setenv("http_proxy", proxy.url(""), 1)
      let head = try await PictureFetcher(allowsPrivateAddresses: true)
        .head(of: server.url("/"), count: 1)
      #expect(head == [1])
      #expect(proxy.connectionCount == 0)
    }
  }
}
