import ArgumentParser
import FeedLayout
import FeedPublisher

extension ParsableCommand {
  /// Runs `body`, whose only input are the command's own numbers: what it refuses is wrong usage.
  func usage<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as LayoutError {
      throw ValidationError(error.description)
    }
  }

  /// Writes one JSON object on a line.
  func print(_ members: (inout JSONWriter) -> Void) {
    answer { $0.object(members) }
  }

  /// Writes one JSON value on a line.
  func answer(_ write: (inout JSONWriter) -> Void) {
    Console.output(JSONWriter.encode(write) + [UInt8(ascii: "\n")])
  }
}
