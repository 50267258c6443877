extension String {
  /// The text as it is printed, on one line: characters that control a terminal, end a line or turn the direction of
  /// writing are written as escapes, such as `\u{1B}`.
  public var printable: String { printable(keeping: []) }

  /// The text as it is printed, on as many lines as it has.
  public var printableLines: String { printable(keeping: ["\n", "\t"]) }

  private func printable(keeping kept: Set<Unicode.Scalar>) -> String {
    func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isPrintable || kept.contains(scalar)
    }
    guard !unicodeScalars.allSatisfy(isPrinted) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isPrinted(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it neither controls a terminal, nor ends a line, nor turns the direction of writing.
  public var isPrintable: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: !properties.isBidiControl
    default: true
    }
  }
}
