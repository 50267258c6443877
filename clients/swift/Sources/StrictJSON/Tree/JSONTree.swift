/// A JSON value as it was written: numbers and texts keep their bytes, objects the order of their
/// members.
///
/// A value is a place among the tokens of its whole text; going into it copies nothing.
public struct JSONTree: Sendable {
  /// A name and a value of an object.
  public struct Member: Sendable {
    /// The name, without quotation marks and escapes; with them where it has half of a surrogate
    /// pair.
    public let name: String
    public let value: JSONTree
    /// The name as it is written, with quotation marks.
    let writtenName: [UInt8]

    /// The member called `name`, which needs no escapes.
    public init(plain name: String, _ value: JSONTree) {
      self.init(name: name, writtenName: Array("\"\(name)\"".utf8), value: value)
    }

    init(name: String, writtenName: [UInt8], value: JSONTree) {
      self.name = name
      self.writtenName = writtenName
      self.value = value
    }
  }

  private let text: [UInt8]
  private let tokens: [JSONToken]
  private let index: Int

  init(text: [UInt8], tokens: [JSONToken], index: Int = 0) {
    self.text = text
    self.tokens = tokens
    self.index = index
  }

  /// The value that `text` is known to be.
  init(wellFormed text: [UInt8]) {
    var tokenizer = JSONTokenizer()
    do throws(JSONTokenizer.Failure) {
      try text.withUnsafeBufferPointer { bytes throws(JSONTokenizer.Failure) in
        try tokenizer.readWhole(bytes)
      }
    } catch {
      preconditionFailure("a well-formed text")
    }
    self.init(text: text, tokens: tokenizer.tokens)
  }

  /// JSON's null.
  public static let null = JSONTree(wellFormed: Array("null".utf8))

  /// A whole number.
  public static func integer(_ value: Int) -> JSONTree {
    JSONTree(wellFormed: Array(String(value).utf8))
  }

  var token: JSONToken { tokens[index] }

  func withBytes<Result>(
    of token: JSONToken, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    text.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[token.start..<token.end]))
    }
  }

  // MARK: - Inside

  /// The members, if this is an object.
  public var members: [Member]? {
    guard token.kind == .object else { return nil }
    var members: [Member] = []
    var name = index + 1
    while name < token.next {
      let value = at(name + 1)
      members.append(
        Member(
          name: at(name).nameText, writtenName: Array(text[tokens[name].start..<tokens[name].end]),
          value: value))
      name = value.token.next
    }
    return members
  }

  /// How many members this has, if it is an object.
  var memberCount: Int {
    var count = 0
    forEachName { _ in count += 1 }
    return count
  }

  /// The names of the members, if this is an object.
  var memberNames: [String] {
    var names: [String] = []
    forEachName { names.append($0.nameText) }
    return names
  }

  private func forEachName(_ body: (JSONTree) -> Void) {
    guard token.kind == .object else { return }
    var name = index + 1
    while name < token.next {
      body(at(name))
      name = tokens[name + 1].next
    }
  }

  /// The elements, if this is an array.
  public var elements: [JSONTree]? {
    guard token.kind == .array else { return nil }
    var elements: [JSONTree] = []
    var next = index + 1
    while next < token.next {
      elements.append(at(next))
      next = tokens[next].next
    }
    return elements
  }

  /// The value of an object's member `name`, if it has one; the first of several.
  public subscript(name: String) -> JSONTree? { find(name)?.value }

  /// The first member `name` and its place among the members.
  func find(_ name: String) -> (value: JSONTree, ordinal: Int)? {
    guard token.kind == .object else { return nil }
    var name = name
    return name.withUTF8 { wanted in
      text.withUnsafeBufferPointer { bytes in
        var ordinal = 0
        var index = index + 1
        while index < token.next {
          if isName(tokens[index], wanted, in: bytes) { return (at(index + 1), ordinal) }
          ordinal += 1
          index = tokens[index + 1].next
        }
        return nil
      }
    }
  }

  private func isName(
    _ token: JSONToken, _ wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if token.hasEscapes {
      let written = UnsafeBufferPointer(rebasing: bytes[token.start + 1..<token.end - 1])
      // By bytes: texts of the same letters are equal, and names are not.
      return JSONScalar.unescaped(written)?.utf8.elementsEqual(wanted) ?? false
    }
    guard token.end - token.start - 2 == wanted.count else { return false }
    for offset in 0..<wanted.count where bytes[token.start + 1 + offset] != wanted[offset] {
      return false
    }
    return true
  }

  /// Whether an object in this value, at any depth, may use a name twice: a quick look at small objects without escapes,
  /// which copies nothing.
  var mayRepeatNames: Bool {
    text.withUnsafeBufferPointer { bytes in
      (index..<token.next).contains { index in
        let object = tokens[index]
        guard object.kind == .object else { return false }
        return object.hasEscapes || repeatsName(objectAt: index, in: bytes)
      }
    }
  }

  private func repeatsName(objectAt object: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var (name, count) = (object + 1, 0)
    while name < tokens[object].next {
      count += 1
      // Comparing each with each would take long.
      guard count <= 32 else { return true }
      var other = tokens[name + 1].next
      while other < tokens[object].next {
        if isSame(tokens[name], tokens[other], in: bytes) { return true }
        other = tokens[other + 1].next
      }
      name = tokens[name + 1].next
    }
    return false
  }

  private func isSame(
    _ name: JSONToken, _ other: JSONToken, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    name.end - name.start == other.end - other.start
      && bytes[name.start..<name.end].elementsEqual(bytes[other.start..<other.end])
  }

  private func at(_ index: Int) -> JSONTree {
    JSONTree(text: text, tokens: tokens, index: index)
  }

  // MARK: - Scalars

  public var isNull: Bool { token.kind == .null }
  public var isObject: Bool { token.kind == .object }

  /// The value of true and false.
  public var flag: Bool? {
    switch token.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The text, unless it has half of a surrogate pair.
  public var string: String? {
    guard token.kind == .text else { return nil }
    return withBytes(of: token) { bytes in
      let inner = UnsafeBufferPointer(rebasing: bytes.dropFirst().dropLast())
      return token.hasEscapes
        ? JSONScalar.unescaped(inner) : String(decoding: inner, as: UTF8.self)
    }
  }

  /// The number, if it is whole and not too large; 1.0 and 1e2 are whole.
  public var integer: Int? {
    token.kind == .number ? withBytes(of: token, JSONScalar.integer) : nil
  }

  /// The number, if it is not too large.
  public var number: Double? {
    token.kind == .number ? withBytes(of: token, JSONScalar.number) : nil
  }

  /// The text, or how it is written where it has half of a surrogate pair.
  var nameText: String {
    string ?? withBytes(of: token) { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
  }

  /// The value as problems describe it.
  public var finding: DocumentProblem.Finding {
    let halfPair = DocumentProblem.Finding.malformed("text with half of a surrogate pair")
    switch token.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .text: return string.map { .text($0) } ?? halfPair
    case .array: return .array
    case .object: return hasUnreadableName ? halfPair : .object
    case .number:
      if let integer { return .number("\(integer)") }
      return .number(number.map { "\($0)" } ?? withBytes(of: token, JSONScalar.misfit))
    }
  }

  /// Whether this is an object, and a name in it has half of a surrogate pair.
  var hasUnreadableName: Bool {
    guard token.kind == .object, token.hasEscapes else { return false }
    var isUnreadable = false
    forEachName { if $0.string == nil { isUnreadable = true } }
    return isUnreadable
  }

  // MARK: - Writing

  /// Returns this object with `member` at its end; any other value unchanged.
  public func adding(_ member: Member) -> JSONTree {
    guard let members else { return self }
    var bytes: [UInt8] = []
    Self.write(members + [member], to: &bytes)
    return JSONTree(wellFormed: bytes)
  }

  /// Returns this object with the values that `transform` returns, without those members for which it returns none; any
  /// other value unchanged.
  public func mappingMembers(_ transform: (Member) -> JSONTree?) -> JSONTree {
    guard let members else { return self }
    var bytes: [UInt8] = []
    let mapped = members.compactMap { member in
      transform(member).map {
        Member(name: member.name, writtenName: member.writtenName, value: $0)
      }
    }
    Self.write(mapped, to: &bytes)
    return JSONTree(wellFormed: bytes)
  }

  /// The array of `elements`.
  public init(elements: [JSONTree]) {
    self.init(wellFormed: JSONWriter.encode { $0.array(elements) { $0.raw($1.bytes) } })
  }

  /// The value as JSON without white space.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  func write(to bytes: inout [UInt8]) {
    // A byte between tokens that is no white space is a comma or a colon.
    var isText = false
    var isEscaped = false
    bytes.reserveCapacity(bytes.count + token.end - token.start)
    for byte in text[token.start..<token.end] {
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte.isWhiteSpace {
        continue
      } else {
        isText = byte == UInt8(ascii: "\"")
      }
      bytes.append(byte)
    }
  }

  private static func write(_ members: [Member], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += member.writtenName
      bytes.append(UInt8(ascii: ":"))
      member.value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension JSONTree {
  /// The value after `patch` (RFC 7396, section 2): members of an object replace those of the same
  /// name, null removes them, and anything but an object replaces the whole.
  ///
  /// Neither has two members of one name in one object.
  public func merging(_ patch: JSONTree) -> JSONTree {
    var bytes: [UInt8] = []
    Self.write(self, patchedBy: patch, to: &bytes)
    return JSONTree(wellFormed: bytes)
  }

  private static func write(
    _ target: JSONTree?, patchedBy patch: JSONTree, to bytes: inout [UInt8]
  ) {
    guard let changes = patch.members else { return patch.write(to: &bytes) }
    // A patch may have as many members as fit into a body: they are not searched one by one.
    var left = Dictionary(
      changes.map { ($0.name.exact, $0.value) }, uniquingKeysWith: { first, _ in first })
    var isFirst = true
    func begin(_ name: [UInt8]) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes += name
      bytes.append(UInt8(ascii: ":"))
    }
    bytes.append(UInt8(ascii: "{"))
    for member in target?.members ?? [] {
      guard let change = left.removeValue(forKey: member.name.exact) else {
        begin(member.writtenName)
        member.value.write(to: &bytes)
        continue
      }
      if change.isNull { continue }
      begin(member.writtenName)
      write(member.value, patchedBy: change, to: &bytes)
    }
    for change in changes where left[change.name.exact]?.isNull == false {
      begin(change.writtenName)
      write(nil, patchedBy: change.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
