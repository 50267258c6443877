package import Foundation

extension UUID {
  /// A random one, for ids and for the names of temporary files.
  ///
  /// `UUID()` of Foundation opens a file to read random bytes, and is 0 in a process that has no descriptor left. So that
  /// is not used: `scripts/check-imports` looks for it.
  package static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let (high, low) = (generator.next(), generator.next())
    var bytes = withUnsafeBytes(of: (high, low)) { Array($0) }
    // Version 4, variant 10 (RFC 9562, section 5.4).
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The text form of RFC 9562, in lower case.
  package var text: String { uuidString.lowercased() }
}
