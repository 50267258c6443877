import FeedStore

/// The pictures that wait for a worker: those of better ranks first, and in each rank the clients in turn, so
/// that one with many pictures does not delay the others.
struct PictureTurns {
  /// The most pictures that wait, apart from those of editors, for whom there are as many places again. Half of the
  /// places are for published pictures alone.
  let limit: Int
  /// The numbers of the pictures of each rank, by the names of clients.
  private var lines: [PictureClient.Rank: Turns<String?, Int>] = [:]
  /// The clients of all pictures.
  private var clients: [Int: PictureClient] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  /// How many pictures wait.
  var count: Int { clients.count }

  /// The most waiting pictures of a client, so that there are places for others.
  ///
  /// Editors have no bound of their own: they are known.
  func limit(of client: PictureClient) -> Int {
    switch client.rank {
    case .editor, .background: limit
    case .published: max(1, limit / 4)
    case .open: max(1, limit / 64)
    }
  }

  /// Adds picture `number`, which is in no line.
  ///
  /// - Returns: whether there was a place for it.
  mutating func append(_ number: Int, of client: PictureClient) -> Bool {
    let waiting = lines[client.rank]?.count(of: client.name) ?? 0
    guard count < places(for: client.rank), waiting < limit(of: client) else { return false }
    insert(number, of: client)
    return true
  }

  /// How many pictures may wait for another one of `rank` to have a place.
  private func places(for rank: PictureClient.Rank) -> Int {
    switch rank {
    case .editor: 2 * limit
    case .published: limit
    case .open, .background: max(1, limit / 2)
    }
  }

  private mutating func insert(_ number: Int, of client: PictureClient) {
    lines[client.rank, default: Turns()].append(number, of: client.name)
    clients[number] = client
  }

  /// Takes out the picture whose turn it is.
  ///
  /// - Parameter isLastWorker: whether no other worker is free.
  mutating func removeFirst(forLastWorker isLastWorker: Bool) -> Int? {
    for rank in PictureClient.Rank.allCases where !isLastWorker || rank.takesLastWorker {
      guard let number = lines[rank]?.popFirst() else { continue }
      clients[number] = nil
      return number
    }
    return nil
  }

  /// Takes out picture `number`.
  ///
  /// - Returns: whether it waited.
  mutating func remove(_ number: Int) -> Bool {
    guard let client = clients.removeValue(forKey: number) else { return false }
    lines[client.rank]?.remove(of: client.name) { $0 == number }
    return true
  }

  /// Has picture `number` wait with those of `client`, unless it has a better rank already.
  mutating func promote(_ number: Int, to client: PictureClient) {
    guard let former = clients[number], client.rank < former.rank, remove(number) else { return }
    // Without a place there, it keeps its own.
    if !append(number, of: client) { insert(number, of: former) }
  }
}

/// The one for whom a picture is made, which decides when its turn comes.
package struct PictureClient: Hashable, Sendable {
  /// The ranks, from the one whose pictures come first.
  package enum Rank: Int, CaseIterable, Comparable, Sendable {
    /// Uploads, and everything that is asked for with a token.
    case editor
    /// Pictures of published addresses.
    case published
    /// Pictures that anybody may ask for, of open sizes, and cards.
    case open
    /// Pictures that nobody waits for.
    case background

    package static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }

    /// Whether pictures of this rank may take the last free worker: those of lower ranks leave it to others.
    var takesLastWorker: Bool { self <= .published }
  }

  package let rank: Rank
  /// The name by which clients of the rank take turns, such as an address; `nil` for all without one.
  package let name: String?

  package init(_ rank: Rank, name: String? = nil) {
    self.rank = rank
    self.name = name
  }

  /// The command line, and everybody else with whom nobody competes.
  package static let editor = PictureClient(.editor)
  /// The server itself, which makes pictures beforehand.
  package static let background = PictureClient(.background)
}
