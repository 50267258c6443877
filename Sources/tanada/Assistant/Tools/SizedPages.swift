import StrictJSON

extension AssistantDesk {
  /// Reads a page of a list of the API, which ends before its entries are too large together. A larger one is alone.
  ///
  /// - Parameters:
  ///   - limit: The most entries.
  ///   - cursor: That of the page before; `nil` for the first page.
  /// - Throws: ``ToolProblem``.
  func readPage(
    _ path: [String], _ query: [(String, String?)] = [], limit: Int, after cursor: String? = nil
  ) async throws -> Answer {
    var limit = limit
    while true {
      let answer = try await read(path, query + [("limit", "\(limit)"), ("cursor", cursor)])
      let entries = answer.document["result"]?.elements ?? []
      let count = SizedPage.count(of: entries.lazy.map(\.bytes.count))
      // Read again, so that the cursor is that behind the last entry.
      guard count < entries.count, limit > 1 else { return answer }
      limit = max(1, count)
    }
  }

  /// The page of such a list that a tool is asked for.
  func readPage(
    _ path: [String], _ query: [(String, String?)] = [], for arguments: ToolArguments
  ) async throws -> Answer {
    try await readPage(
      path, query, limit: arguments.integer("limit") ?? ToolArguments.defaultLimit,
      after: arguments.text("cursor"))
  }
}

/// A page of a list that is in memory as a whole. Pages end by their size as well as by their count: clients take no
/// longer answers, and models read all of one.
struct SizedPage: Sendable {
  /// The most bytes of the entries of a page. Usual clients stop at 25,000 tokens, and a token can be as short as a byte.
  static let limit = 24_000

  /// The entries as JSON.
  let entries: ArraySlice<[UInt8]>
  /// `nil` at the end.
  let nextCursor: String?

  /// The place of the first entry.
  var start: Int { entries.startIndex }

  /// How many of the entries with these sizes, from the first one on, a page has room for.
  static func count(of sizes: some Sequence<Int>, within limit: Int = limit) -> Int {
    var (count, total) = (0, 0)
    for size in sizes {
      total += size + 1
      guard total <= limit else { break }
      count += 1
    }
    return count
  }

  /// The page of `list` that `arguments` ask for, with one entry at least if there are more.
  ///
  /// - Throws: ``ToolProblem`` for a cursor that no page has named.
  init(of list: [[UInt8]], for arguments: ToolArguments) throws(ToolProblem) {
    var start = 0
    if let cursor = arguments.text("cursor") {
      guard let place = Int(cursor), list.indices.contains(place) else {
        throw ToolProblem(
          "/cursor: expected the next_cursor of the page before, found \"\(cursor.prefix(60))\"")
      }
      start = place
    }
    self.init(of: list, from: start, leastCount: 1)
  }

  /// The page of `list` that begins at `start`.
  init(of list: [[UInt8]], from start: Int, leastCount: Int) {
    let count = Self.count(of: list[start...].lazy.map(\.count))
    let end = min(start + max(count, leastCount), list.count)
    entries = list[start..<end]
    nextCursor = end < list.count ? "\(end)" : nil
  }
}

extension JSONWriter {
  /// Writes a member whose value is `json`.
  mutating func member(_ name: String, json: [UInt8]) {
    key(name)
    raw(json)
  }

  /// The members of an answer of the API that is a page of a list.
  mutating func page(_ name: String, of answer: AssistantDesk.Answer) {
    member(name, json: answer.member("result"))
    nextCursor(answer.nextCursor)
  }

  /// The members of a page.
  mutating func page(_ name: String, _ page: SizedPage) {
    array(name, page.entries) { $0.raw($1) }
    nextCursor(page.nextCursor)
  }

  mutating func nextCursor(_ cursor: String?) {
    key("next_cursor")
    if let cursor { value(cursor) } else { null() }
  }
}
