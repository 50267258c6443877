/// Reads a stream of server-sent events, in chunks of any size (HTML Living Standard, 9.2.6).
public struct EventParser: Sendable {
  /// An event as it was sent.
  public struct Event: Hashable, Sendable {
    /// The type: `message` unless the event says another one.
    public let type: String
    /// The data, its lines separated by line feeds.
    public let data: String
    /// The last id that the stream has sent, of this event or an earlier one; empty for none.
    public let id: String

    /// An event of a type, with its data and the last id.
    public init(type: String, data: String, id: String) {
      self.type = type
      self.data = data
      self.id = id
    }
  }

  /// The last id that a complete event of the stream has; empty for none.
  public private(set) var lastEventID = ""
  /// How long the server asks to wait before the stream is opened again; `nil` if it does not.
  public private(set) var retry: Duration?

  private var line: [UInt8] = []
  /// Whether the last byte was a carriage return: a line feed after it ends no line of its own.
  private var hasReturn = false
  private var isFirstLine = true
  private var type = ""
  private var data: [String] = []
  private var id: String

  /// A parser of a stream that goes on after the event `lastEventID`.
  public init(lastEventID: String = "") {
    self.lastEventID = lastEventID
    id = lastEventID
  }

  /// Reads the next bytes, and returns the events that they complete.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      defer { hasReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where hasReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = endLine() { events.append(event) }
      default: line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    // 1. A byte order mark at the start is no part of the first line.
    let isMarked = isFirstLine && line.starts(with: [0xEF, 0xBB, 0xBF])
    let text = line.dropFirst(isMarked ? 3 : 0)
    defer { line.removeAll(keepingCapacity: true) }
    isFirstLine = false
    // 2. An empty line ends an event, and one that begins with a colon is a comment.
    guard let first = text.first else { return endEvent() }
    guard first != UInt8(ascii: ":") else { return nil }
    // 3. All others have a field, and maybe a value after a colon and one space.
    let parts = text.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    setField(String(decoding: parts[0], as: UTF8.self), String(decoding: value, as: UTF8.self))
    return nil
  }

  private mutating func setField(_ name: String, _ value: String) {
    switch name {
    case "event": type = value
    case "data": data.append(value)
    case "id" where !value.contains("\0"): id = value
    case "retry":
      if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(value) {
        retry = min(.milliseconds(milliseconds), RetryAfter.longest)
      }
    default: break
    }
  }

  private mutating func endEvent() -> Event? {
    defer {
      type = ""
      data = []
    }
    lastEventID = id
    guard !data.isEmpty else { return nil }
    return Event(
      type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), id: id)
  }
}
