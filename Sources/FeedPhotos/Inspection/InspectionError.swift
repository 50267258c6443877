/// Why a file cannot be inspected.
package enum InspectionError: Error, Hashable, Sendable {
  /// The file does not exist or cannot be read.
  case unreadable
  /// The bytes are not those of a picture that tanada reads. They begin with these, at most eight.
  case noPicture(beginning: [UInt8])
}

extension InspectionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable: "cannot be read; check that it exists"
    case .noPicture(let beginning):
      "expected a JPEG, PNG, WebP, HEIC, AVIF or TIFF picture, found \(Self.finding(beginning))"
    }
  }

  private static func finding(_ beginning: [UInt8]) -> String {
    guard !beginning.isEmpty else { return "an empty file" }
    let bytes = beginning.map { byte in
      (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "a file that begins with the bytes \(bytes.joined(separator: " "))"
  }
}
