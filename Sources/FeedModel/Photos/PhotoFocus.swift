package import StrictJSON

/// The point of a photo that stays visible when it is cropped.
package struct PhotoFocus: Hashable, Sendable {
  /// 0 at the left edge, 1 at the right.
  package let x: Double
  /// 0 at the top edge, 1 at the bottom.
  package let y: Double

  package static let center = PhotoFocus(unchecked: 0.5, 0.5)

  /// `nil` unless both lie in 0…1.
  package init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.init(unchecked: x, y)
  }

  private init(unchecked x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

extension PhotoFocus {
  /// The point as addresses have it: `0.5,0.25`.
  package var text: String { "\(NumberText.shortest(x)),\(NumberText.shortest(y))" }

  /// The point of a text such as `0.5,0.25`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { NumberField().value(of: String($0))?.double }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension PhotoFocus {
  /// Writes the point as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("x", x)
      object.member("y", y)
    }
  }
}
