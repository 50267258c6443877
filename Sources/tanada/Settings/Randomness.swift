/// The one place that makes random bytes. Everything else is given them.
enum Randomness {
  /// Bytes nobody can guess, from the system's own generator.
  @Sendable static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
