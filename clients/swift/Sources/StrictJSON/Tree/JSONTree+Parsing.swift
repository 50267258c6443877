extension JSONTree {
  /// Reads a whole document, in which no object has two members of one name. A byte order mark before it is ignored.
  ///
  /// - Throws: the place where it ceases to be JSON, or every name that is used twice.
  public init(parsing document: some Sequence<UInt8>) throws(DocumentProblems) {
    let bytes = Array(document).withoutMark
    guard bytes.contains(where: { !$0.isWhiteSpace }) else {
      throw DocumentProblems([DocumentProblem(pointer: "", expected: .json, found: .nothing)])
    }
    do throws(JSONTokenizer.Failure) {
      try self.init(tokenizing: bytes)
    } catch {
      var problem = DocumentProblem(
        pointer: "", expected: .json, found: .malformed("an incomplete value"),
        line: error.line(in: bytes[...]))
      if case .wrong(let index) = error {
        problem.expected = bytes[index] < 0x80 ? .json : .utf8
        problem.found = .unexpected(bytes[index])
      }
      if let name = TextEncoding.name(of: bytes) {
        (problem.expected, problem.found) = (.utf8, .encoding(name))
      }
      throw DocumentProblems([problem])
    }
    let repeated = RepeatedNames.problems(in: self)
    guard repeated.isEmpty else { throw repeated }
  }

  /// The value that `text` is the JSON of; `nil` if it is none.
  public init?(json text: String) {
    do throws(JSONTokenizer.Failure) {
      try self.init(tokenizing: Array(text.utf8))
    } catch {
      return nil
    }
  }

  private init(tokenizing bytes: [UInt8]) throws(JSONTokenizer.Failure) {
    var tokenizer = JSONTokenizer()
    try bytes.withUnsafeBufferPointer { bytes throws(JSONTokenizer.Failure) in
      try tokenizer.readWhole(bytes)
    }
    self.init(text: bytes, tokens: tokenizer.tokens)
  }
}

extension [UInt8] {
  /// The bytes behind a byte order mark, if there is one.
  fileprivate var withoutMark: [UInt8] {
    starts(with: TextEncoding.mark) ? Array(dropFirst(TextEncoding.mark.count)) : self
  }
}

extension JSONTokenizer.Failure {
  /// The 1-based line of the failure in `bytes`, whose indices it has.
  func line(in bytes: ArraySlice<UInt8>) -> Int {
    let before =
      switch self {
      case .wrong(let index): bytes[..<index]
      case .unfinished: bytes
      }
    return 1 + before.count { $0 == UInt8(ascii: "\n") }
  }
}

extension DocumentProblem.Finding {
  /// Returns the finding for a value that begins with `byte`, or for `byte` itself, where it cannot
  /// stand.
  static func unexpected(_ byte: UInt8) -> Self {
    switch byte {
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    case 0x21...0x7E: .malformed("\"\(Character(Unicode.Scalar(byte)))\"")
    default: .byte(byte)
    }
  }
}

/// Finds the names that an object uses twice.
struct RepeatedNames {
  private var problems = DocumentProblems()
  /// The names and indices that lead to the value being looked at.
  private var path: [String] = []

  /// The names in `tree`, at any depth, that an object uses twice, each as a problem with its place.
  static func problems(in tree: JSONTree) -> DocumentProblems {
    guard tree.mayRepeatNames else { return DocumentProblems() }
    var names = RepeatedNames()
    names.note(in: tree)
    return names.problems
  }

  private mutating func note(in tree: JSONTree) {
    var names: Set<ExactText> = []
    for member in tree.members ?? [] {
      path.append(member.name)
      if !names.insert(member.name.exact).inserted {
        // One that is only counted needs no place.
        let isListed = problems.listed.count < DocumentProblems.limit
        problems.append(
          DocumentProblem(
            pointer: isListed ? path.map { "/" + $0.escapedForPointer }.joined() : "",
            expected: .words("a unique name"), found: .malformed("a duplicate")))
      }
      note(in: member.value)
      path.removeLast()
    }
    for (index, element) in (tree.elements ?? []).enumerated() {
      path.append(String(index))
      note(in: element)
      path.removeLast()
    }
  }
}
