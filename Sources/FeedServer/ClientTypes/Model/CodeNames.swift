import StrictJSON

/// Names of members and cases in a language: none is reserved, and none occurs twice.
struct CodeNames {
  /// Words that cannot be names.
  let reserved: Set<String>
  private var taken: Set<String> = []

  init(reserved: Set<String>) {
    self.reserved = reserved
  }

  /// Returns the name for `text` in camel case: `rowHeight` for `row_height`.
  mutating func camelCase(_ text: String) -> String {
    let words = text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    let joined =
      (words.first ?? "").lowercasedFirst
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return unique(joined)
  }

  /// Returns the name for `text` as constants have it: `ROW_HEIGHT`.
  mutating func upperCase(_ text: String) -> String {
    unique(text.split { !($0.isLetter || $0.isNumber) }.joined(separator: "_").uppercased())
  }

  private mutating func unique(_ text: String) -> String {
    // Choices may have letters of any script, or none at all.
    var name = String(text.filter(\.isPartOfName))
    if name.isEmpty { name = "value" }
    if name.first?.isNumber == true { name = "_\(name)" }
    if reserved.contains(name) { name += "_" }
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

extension Character {
  /// Whether identifiers of Swift and Kotlin may have it.
  fileprivate var isPartOfName: Bool {
    if isASCII { return isLetter || isNumber || self == "_" }
    return unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .modifierLetter, .otherLetter: true
      default: false
      }
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  /// The text in quotation marks, with the escapes that JSON, TypeScript, Swift and Kotlin share; what could not be seen
  /// in the code, or would turn it around, is escaped, too.
  ///
  /// - Parameters:
  ///   - dollar: How a dollar sign is written.
  ///   - escape: How a Unicode scalar is written that is not printed: as UTF-16, if nothing else is said.
  func quoted(
    dollar: String = "$", escape: (Unicode.Scalar) -> String = \.escapedAsUTF16
  ) -> String {
    var text = "\""
    for character in unicodeScalars {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "$": text += dollar
      case _ where !character.isPrintable || character.properties.generalCategory == .format:
        text += escape(character)
      default: text.unicodeScalars.append(character)
      }
    }
    return text + "\""
  }

  /// The words as the lines of a comment, which they cannot end, nor begin another one in (comments nest in Kotlin), nor
  /// turn around.
  func commentLines(width: Int = 110) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in replacing("*/", with: "* /").replacing("/*", with: "/ *").split(whereSeparator: {
      $0.isWhitespace || $0.isNewline
    }) {
      if !line.isEmpty, line.count + word.count >= width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + String(word).printable
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

extension String {
  /// The words as a comment of TypeScript and of Kotlin; empty without any.
  var blockComment: String {
    let lines = commentLines()
    if lines.isEmpty { return "" }
    if lines.count == 1 { return "/** \(lines[0]) */\n" }
    return "/**\n" + lines.map { " * \($0)\n" }.joined() + " */\n"
  }
}

extension Unicode.Scalar {
  /// The escape of JSON, TypeScript and Kotlin.
  fileprivate var escapedAsUTF16: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// The escape of Swift.
  var escapedInSwift: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

extension String {
  /// The text with `prefix` before each line that is not empty.
  func indented(by prefix: String = "  ") -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : prefix + $0 }.joined(separator: "\n")
  }
}
