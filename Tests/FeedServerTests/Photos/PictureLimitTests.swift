import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import TestSupport
import Testing

@testable import FeedServer

/// The problems of a picture that cannot be made.
@Suite struct PictureProblemTests {
  /// A fault of a picture stays; a fault of the server may not.
  @Test(arguments: [
    (PictureError.invalid("it ends early"), 422, "invalid_picture"),
    (.workerEnded, 422, "invalid_picture"),
    (.tooManyPixels(width: 20_000, height: 10_000, limit: 100_000_000), 422, "too_many_pixels"),
    (.timedOut(seconds: 20), 422, "picture_timeout"),
    (.workerKilled, 503, "no_picture_worker"),
    (.workerStalled(seconds: 20), 503, "no_picture_worker"),
    (.busy, 503, "no_picture_worker"), (.noWorker("/srv/tanada: gone"), 503, "no_picture_worker"),
  ])
  func whatMayPassIsForLater(error: PictureError, status: Int, code: String) {
    let problem = Problem(error)
    #expect(problem.status.code == status)
    #expect(problem.code == code)
    #expect(problem.headers[.retryAfter] == (status == 503 ? "5" : nil))
    #expect(!problem.detail.contains("/"))
  }

  /// Clients are told that photos cannot be had now, and nothing of where they are.
  @Test(arguments: [
    BucketError.Reason.noConnection("no route"), .status(503, code: "SlowDown", message: ""),
    .status(403, code: "AccessDenied", message: ""), .damaged,
  ])
  func aBucketThatFailsIsForLater(reason: BucketError.Reason) {
    let error = BucketError(
      name: "s3://pictures/photos/1", endpoint: ServiceEndpoint(region: "us-east-1"), method: "GET",
      reason: reason, attemptCount: 1)
    let problem = Problem(PhotoStorageError.bucket(error) as any Error)
    #expect(problem.status == .serviceUnavailable)
    #expect(problem.code == "photo_storage_unavailable")
    #expect(problem.headers[.retryAfter] == "10")
    #expect(!problem.detail.contains("/"))
  }

  /// So do those of a folder.
  @Test func aFolderThatFailsIsForLater() {
    let error = PhotoStorageError.file(path: "/a", reason: "input/output error")
    let failed = Problem(error as any Error)
    #expect(failed.status.code == 503 && failed.code == "photo_storage_unavailable")
    #expect(failed.headers[.retryAfter] == "10" && !failed.detail.contains("/a"))
    let full = Problem(PhotoStorageError.full(path: "/a") as any Error)
    #expect(full.status.code == 507 && full.code == "storage_full")
    #expect(!full.detail.contains("/a"))
  }
}

/// Signed addresses of pictures: each is for its picture, and cannot be made into that of another one.
@Suite(.server) struct SignedAddressTests {
  private static let origin = "https://feeds.example.com"

  private static func path(_ id: String, _ addresses: PictureAddresses) throws -> String {
    let box = try #require(Rendition.Box(width: 24, height: 24))
    let address = addresses.address(
      of: Rendition(of: try #require(PhotoID(id)), box: box, format: .jpg))
    return String(address.dropFirst(origin.count))
  }

  @Test func aSignatureIsForItsPhotoWholeAndOfThisServer() async throws {
    let first = try await server.photo(PhotoRouteTests.landscape)
    let other = String(first.reversed())
    let own = server.publisher.configuration.items.pictures
    let path = try Self.path(first, own)
    try await server.get(path, is: 200)
    let signature = try #require(path.split(separator: "signature=").last)
    var refused = [
      // Another photo, and the signature of another photo.
      path.replacing(first, with: other),
      path.replacing(
        signature,
        with: try #require(try Self.path(other, own).split(separator: "signature=").last)),
      // Another key.
      try Self.path(
        first, PictureAddresses(server: Self.origin, secret: [UInt8](repeating: 7, count: 32))),
      // Nothing, a part, more, twice.
      path.replacing(signature, with: ""), path + "A", path + "&signature=\(signature)",
    ]
    for length in 1..<signature.count { refused.append(String(path.dropLast(length))) }
    // Every digit counts; the last one of a text in base 64 has unused bits, which have to be as they were.
    for place in signature.indices {
      var altered = signature
      altered.replaceSubrange(place...place, with: altered[place] == "A" ? "B" : "A")
      refused.append(path.replacing(signature, with: altered))
    }
    for path in refused {
      let status = try await server.get(path).status
      #expect([400, 403, 404].contains(status), "\(path)")
    }
  }
}

/// How many pictures an address has made without a signature.
@Suite struct OpenPictureBudgetTests {
  private let clock = TestClock(SampleContent.committedAt)
  private let large = PictureSize(width: 6_000, height: 4_000)

  private func address(_ text: String) throws -> Client {
    Client(try #require(IPAddress(text)))
  }

  /// How many pictures of a size are allowed at once.
  private func count(_ size: PictureSize, by client: Client, _ budget: OpenPictureBudget) -> Int {
    var count = 0
    while count < 1_000, (try? budget.spend(size.width * size.height, by: client)) != nil {
      count += 1
    }
    return count
  }

  @Test func anAddressHasABudgetThatIsRefilledEvenly() throws {
    let budget = OpenPictureBudget(clock: clock)
    let (anna, ben) = (try address("192.0.2.1"), try address("192.0.2.2"))
    #expect(count(large, by: anna, budget) == 25)
    #expect(count(large, by: ben, budget) == 25)
    clock.advance(by: .milliseconds(2_399))
    #expect(count(large, by: anna, budget) == 0)
    clock.advance(by: .milliseconds(1))
    #expect(count(large, by: anna, budget) == 1)
    clock.advance(by: .seconds(60))
    #expect(count(PictureSize(width: 3_000, height: 2_000), by: anna, budget) == 100)
  }

  @Test func aPhotoThatIsLargerThanTheBudgetTakesAllOfIt() throws {
    let budget = OpenPictureBudget(clock: clock)
    let anna = try address("192.0.2.1")
    #expect(count(PictureSize(width: 30_000, height: 30_000), by: anna, budget) == 1)
  }

  @Test func theRefusalSaysWhenToTryAgain() throws {
    let budget = OpenPictureBudget(clock: clock)
    let anna = try address("192.0.2.1")
    #expect(count(large, by: anna, budget) == 25)
    let problem = #expect(throws: Problem.self) {
      try budget.spend(large.width * large.height, by: anna)
    }
    #expect(problem?.status == .tooManyRequests)
    #expect(problem?.code == "too_many_pictures")
    #expect(problem?.headers[.retryAfter] == "3")
  }

  @Test func addressesBeyondThoseThatAreDistinguishedShareABudget() throws {
    let budget = OpenPictureBudget(clock: clock)
    for number in 0..<(1 << 16) {
      try budget.spend(
        large.width * large.height, by: try address("10.0.\(number >> 8).\(number & 255)"))
    }
    let others = try (1...3).map { try address("192.0.2.\($0)") }
    #expect(others.map { count(large, by: $0, budget) } == [25, 0, 0])
    #expect(count(large, by: try address("10.0.0.0"), budget) == 24)
    // Those that are full again make room.
    clock.advance(by: .seconds(61))
    #expect(others.map { count(large, by: $0, budget) } == [25, 25, 25])
  }

  /// A picture that is there costs nothing, nor does the whole one, which documents name.
  @Test(
    .server(configure: { configuration in
      configuration.openPictureSizes = (1...40).compactMap { Rendition.Box(width: $0, height: 9) }
    })) func onlyOpenPicturesThatAreMadeAreCounted() async throws
  {
    let address = "https://example.com/pickup_photo1.jpg"
    let id = try await server.photo(PhotoRouteTests.landscape, assignedTo: address)
    try await server.catchUp()
    // The photo is recorded with more pixels than it has, so that few pictures are enough.
    try await server.store.spoil("UPDATE tanada_photos SET width = 20000, height = 10000")
    let peer = try #require(IPAddress("192.0.2.1"))
    func status(_ path: String) async throws -> Int {
      try await server.application.answer(.get, "/v1/photos/\(id)\(path)", from: peer).status
    }
    for width in 1...3 { #expect(try await status("/\(width)x9.jpg") == 200) }
    #expect(try await status("/4x9.jpg") == 429)
    #expect(try await status("/3x9.jpg") == 200)
    #expect(try await status(".jpg") == 200)
    server.clock.advance(by: .seconds(20))
    #expect(try await status("/4x9.jpg") == 200)
  }
}
