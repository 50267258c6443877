import ArgumentParser
import Dispatch
import FeedStore

struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy everything from one store to another one that has nothing.",
    discussion: """
      Revisions keep their numbers and ids, tokens and cursors go on to be valid, and the history is copied with who \
      wrote it. The copy is made of one moment, in one transaction: stop servers of the source before, so that nothing \
      is written there that the copy lacks. The files of photos stay where they are. A PostgreSQL database needs \
      'tanada migrate' first.
      """)

  @Option(
    help: .named("store", "The store to copy: sqlite:FILE or postgresql://…."),
    transform: Self.address) var from: StoreAddress

  @Option(
    help: .named("store", "The new store: sqlite:FILE or postgresql://…."), transform: Self.address)
  var to: StoreAddress

  @Flag(name: .shortAndLong, help: "Print no summary.") var quiet = false

  private static func address(_ text: String) throws -> StoreAddress {
    guard let address = StoreAddress(text) else {
      throw ValidationError("expected sqlite:FILE or postgresql://HOST/DATABASE")
    }
    return address
  }

  func run() async throws {
    let (from, to, isQuiet) = (from, to, quiet)
    let revision = try await Self.onThread {
      let source = try from.content(createsFile: false)
      let destination = try to.content(createsFile: true)
      return try source.copyAll(to: destination) { table, count in
        if !isQuiet, count > 0 { try? Console.output("\(table)  \(count)\n") }
      }
    }
    if !quiet { try Console.output("\(to): revision \(revision?.number ?? 0) of \(from)\n") }
  }

  /// Runs `body`, which waits for databases, on a thread that may.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}

extension StoreAddress {
  /// Its content, to be copied.
  fileprivate func content(createsFile: Bool) throws -> any CopyableStore {
    switch self {
    case .sqlite(let path): try SQLiteContent(path: path, createsFile: createsFile)
    case .postgreSQL(let address): PostgreSQLContent(address)
    }
  }
}
