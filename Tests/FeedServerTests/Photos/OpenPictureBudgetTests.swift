import FeedStore
import FeedHTTP
import FeedModel
import HTTPTypes
import TestSupport
import Testing

@testable import FeedServer

/// How many pictures an address has made without a signature.
@Suite struct OpenPictureBudgetTests {
  private let clock = TestClock(SampleContent.committedAt)
  private let large = PictureSize(width: 6_000, height: 4_000)

  private func address(_ text: String) throws -> Client {
    Client(try #require(IPAddress(text)))
  }

  /// How many pictures of a size are allowed at once.
  private func count(
    _ size: PictureSize, by client: Client, _ budget: OpenPictureBudget
  ) -> Int {
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
  @Test func onlyOpenPicturesThatAreMadeAreCounted() async throws {
    try await LocalServer.run(configure: { configuration in
      configuration.openPictureSizes = (1...40).compactMap { Rendition.Box(width: $0, height: 9) }
    }) { server in
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
}
