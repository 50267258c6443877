package import StrictJSON

/// How long a photo was exposed, in seconds: the fraction that the camera noted.
package struct ExposureTime: Hashable, Sendable {
  package let numerator: UInt32
  /// Not 0.
  package let denominator: UInt32

  /// `nil` if `denominator` is 0.
  package init?(numerator: UInt32, denominator: UInt32) {
    guard denominator != 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension ExposureTime {
  /// Writes the time as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("numerator", Int(numerator))
      object.member("denominator", Int(denominator))
    }
  }
}
