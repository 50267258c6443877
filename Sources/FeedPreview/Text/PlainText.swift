extension String {
  /// The text on one line, with nothing in it that could steer a terminal, break an XML document or
  /// reorder what is drawn beside it.
  ///
  /// Titles come from anyone who may write content. Line breaks and tabs become spaces, other
  /// controls become U+FFFD, and invisible marks that change the direction of text are left out.
  var plainLine: String {
    var result = ""
    result.unicodeScalars.reserveCapacity(unicodeScalars.count)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.unicodeScalars.append(" ")
      case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: continue
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
