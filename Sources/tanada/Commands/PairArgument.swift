import ArgumentParser
import FeedLayout

/// Two numbers in one argument: `256x1024`, or `120,-30.5`.
struct PairArgument {
  let first: Double
  let second: Double

  /// The numbers of `text`, `expected` in a word and an example if there are not two of them.
  init(_ text: String, separator: Character, expected: String) throws {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Double(parts[0]), let second = Double(parts[1]) else {
      throw ValidationError("expected \(expected)")
    }
    self.first = first
    self.second = second
  }
}

extension Size {
  /// The size that `argument` writes as `WIDTHxHEIGHT`.
  init(argument: String) throws {
    let pair = try PairArgument(
      argument, separator: "x", expected: "a width and a height such as 256x1024")
    self.init(width: pair.first, height: pair.second)
  }
}

extension Point {
  /// The place that `argument` writes as `X,Y`.
  init(argument: String) throws {
    let pair = try PairArgument(
      argument, separator: ",", expected: "x and y in points such as 120,-30.5")
    self.init(x: pair.first, y: pair.second)
  }
}
