import DequeModule
import NIOHTTP1

/// The parts of requests that wait until those before them are answered, and the client takes their answers.
///
/// Hummingbird begins with a request as soon as it has written the answer to the one before, and learns only later that
/// the connection takes no more: the answers to many pipelined requests would wait in memory for a client that reads
/// none.
struct WaitingParts {
  /// The number of parts from which on no more is read.
  private static let fullCount = 10

  enum Part {
    case head(ReceivedHead)
    /// A piece of a body, or the end of a request.
    case rest(HTTPServerRequestPart)
    /// An event that is told after the parts before it.
    case event(Any)
    /// The body of a request is malformed.
    case error(any Error)
    /// Bytes that are not a request, which is answered in its turn.
    case malformed(MalformedRequest)

    /// Whether it is answered.
    var isRequest: Bool {
      switch self {
      case .head, .malformed: true
      case .rest, .event, .error: false
      }
    }
  }

  private var parts: Deque<Part> = []
  /// Whether a read was asked for while nothing was to be read.
  private var hasHeldRead = false

  var isEmpty: Bool { parts.isEmpty }
  var isFull: Bool { parts.count >= Self.fullCount }
  /// The next part, if there is one.
  var first: Part? { parts.first }

  mutating func append(_ part: Part) { parts.append(part) }

  mutating func popFirst() -> Part? { parts.popFirst() }

  mutating func removeAll() { parts.removeAll() }

  /// Asks for a read, which is put off while there are many parts.
  ///
  /// - Returns: whether to read now.
  mutating func askForRead() -> Bool {
    hasHeldRead = isFull
    return !isFull
  }

  /// Whether to read now, since a read was put off.
  mutating func takeHeldRead() -> Bool {
    guard hasHeldRead, !isFull else { return false }
    hasHeldRead = false
    return true
  }
}
