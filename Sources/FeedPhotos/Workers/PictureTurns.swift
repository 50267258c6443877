/// The pictures that wait for a worker: those of better ranks first, and in each rank the clients in turn, so
/// that one with many pictures does not delay the others.
struct PictureTurns {
  /// The waiting pictures of a rank.
  private struct Line {
    /// The clients with waiting pictures, the next one first.
    var clients: [String?] = []
    /// The numbers of the pictures of each client, the first one first.
    var pictures: [String?: [Int]] = [:]
  }

  /// The most pictures that wait, apart from those of editors, for whom there are as many places again. Half of the
  /// places are for published pictures alone.
  let limit: Int
  private(set) var count = 0
  private var lines: [PictureClient.Rank: Line] = [:]
  private var clients: [Int: PictureClient] = [:]

  init(limit: Int) {
    self.limit = limit
  }

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
    let waiting = lines[client.rank]?.pictures[client.name]?.count ?? 0
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
    let waiting = lines[client.rank]?.pictures[client.name]?.count ?? 0
    if waiting == 0 { lines[client.rank, default: Line()].clients.append(client.name) }
    lines[client.rank, default: Line()].pictures[client.name, default: []].append(number)
    clients[number] = client
    count += 1
  }

  /// Takes out the picture whose turn it is.
  ///
  /// - Parameter isLastWorker: whether no other worker is free.
  mutating func removeFirst(forLastWorker isLastWorker: Bool) -> Int? {
    for rank in PictureClient.Rank.allCases where !isLastWorker || rank.takesLastWorker {
      guard var line = lines[rank], let name = line.clients.first,
        let number = line.pictures[name]?.removeFirst()
      else { continue }
      line.clients.removeFirst()
      if line.pictures[name]?.isEmpty == false {
        line.clients.append(name)
      } else {
        line.pictures[name] = nil
      }
      lines[rank] = line.clients.isEmpty ? nil : line
      clients[number] = nil
      count -= 1
      return number
    }
    return nil
  }

  /// Takes out picture `number`.
  ///
  /// - Returns: whether it waited.
  mutating func remove(_ number: Int) -> Bool {
    guard let client = clients.removeValue(forKey: number), var line = lines[client.rank] else {
      return false
    }
    line.pictures[client.name]?.removeAll { $0 == number }
    if line.pictures[client.name]?.isEmpty != false {
      line.pictures[client.name] = nil
      line.clients.removeAll { $0 == client.name }
    }
    lines[client.rank] = line.clients.isEmpty ? nil : line
    count -= 1
    return true
  }

  /// Has picture `number` wait with those of `client`, unless it has a better rank already.
  mutating func promote(_ number: Int, to client: PictureClient) {
    guard let former = clients[number], client.rank < former.rank, remove(number) else { return }
    // Without a place there, it keeps its own.
    if !append(number, of: client) { insert(number, of: former) }
  }
}
