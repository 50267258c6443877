/// A text that equals another one only if both have the same bytes: as a key, and to see whether a text is changed.
///
/// Texts of the same letters are equal in Swift however they are written: `é` is one character or two. Neither names in
/// JSON (RFC 8259, section 8.3) nor stores nor entity tags take them for the same.
public struct ExactText: Hashable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Of the bytes: the hash of a `String` is the same for every way to write it, and there are many.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of UTF-8.
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// The text with its bytes.
  public var exact: ExactText { ExactText(self) }
}
