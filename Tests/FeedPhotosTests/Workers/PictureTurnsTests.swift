import Testing

@testable import FeedPhotos

/// Whose picture is made next.
@Suite struct PictureTurnsTests {
  private static let anna = PictureClient(.open, name: "192.0.2.1")
  private static let ben = PictureClient(.open, name: "192.0.2.2")
  private static let reader = PictureClient(.published, name: "192.0.2.1")
  private static let other = PictureClient(.published, name: "192.0.2.3")

  /// The order in which all pictures are taken out.
  private func order(_ turns: PictureTurns, isLastWorker: Bool = false) -> [Int] {
    var (turns, order) = (turns, [Int]())
    while let next = turns.removeFirst(forLastWorker: isLastWorker) { order.append(next) }
    return order
  }

  private func turns(_ clients: [PictureClient], limit: Int = 1_000) -> PictureTurns {
    var turns = PictureTurns(limit: limit)
    for (number, client) in clients.enumerated() { _ = turns.append(number, of: client) }
    #expect(turns.count == clients.count)
    return turns
  }

  @Test func clientsOfARankTakeTurns() {
    let turns = turns([Self.anna, Self.anna, Self.anna, Self.ben, Self.ben, Self.anna])
    #expect(order(turns) == [0, 3, 1, 4, 2, 5])
  }

  @Test func betterRanksComeFirst() {
    let turns = turns([.background, Self.anna, Self.reader, .editor, Self.anna, .editor])
    #expect(order(turns) == [3, 5, 2, 1, 4, 0])
  }

  @Test func theLastWorkerIsForPublishedPicturesAndEditors() {
    let turns = turns([.background, Self.anna, Self.reader, .editor])
    #expect(order(turns, isLastWorker: true) == [3, 2])
  }

  @Test(arguments: [
    (PictureClient(.open, name: "a"), 15), (PictureClient(.published, name: "a"), 250),
    (.background, 500), (.editor, 1_000),
  ])
  func aClientHasABoundOfPlaces(client: PictureClient, count: Int) {
    var turns = PictureTurns(limit: 1_000)
    let added = (0..<1_001).map { turns.append($0, of: client) }
    #expect(added.count { $0 } == count && added[..<count].allSatisfy { $0 })
    let other = turns.append(1_001, of: Self.other)
    #expect(other == (count < 1_000))
  }

  @Test func betterRanksFindAPlaceWhereOthersDoNot() {
    var turns = turns([.background, .background], limit: 4)
    let clients = [Self.anna, .background, Self.reader, Self.other, Self.reader, .editor]
    let isAdded = clients.enumerated().map { turns.append($0 + 2, of: $1) }
    #expect(isAdded == [false, false, true, true, false, true])
    #expect(order(turns) == [7, 4, 5, 0, 1])
  }

  @Test func aPictureThatFindsNoBetterPlaceKeepsItsOwn() {
    var turns = turns([.background] + Array(repeating: .editor, count: 4), limit: 4)
    turns.promote(0, to: Self.reader)
    #expect(turns.count == 5)
    #expect(order(turns) == [1, 2, 3, 4, 0])
  }

  @Test func whatIsTakenOutIsGone() {
    var turns = turns([Self.anna, Self.ben, Self.anna])
    let isRemoved = [turns.remove(1), turns.remove(1)]
    #expect(isRemoved == [true, false])
    #expect(turns.count == 2)
    #expect(order(turns) == [0, 2])
  }

  @Test func aPictureThatABetterClientAsksForComesSooner() {
    var turns = turns([Self.anna, Self.anna, .background])
    turns.promote(2, to: .editor)
    turns.promote(1, to: .background)
    #expect(order(turns) == [2, 0, 1])
    #expect(turns.count == 3)
  }
}
