/// An element of an XML document, as services for objects send them.
///
/// Attributes, comments and declarations are left out. A document type is refused, and with it every entity of its own.
package struct XMLElement: Hashable, Sendable {
  /// The name without a prefix.
  package let name: String
  /// The text directly in the element.
  package var text = ""
  package var children: [XMLElement] = []

  /// The text of the first child called `name`; `nil` if there is none.
  package subscript(name: String) -> String? { children.first { $0.name == name }?.text }
}

extension XMLElement {
  /// The deepest nesting of a document.
  private static let depthLimit = 16

  /// The root of a document; `nil` if it is not one.
  package init?(parsing bytes: [UInt8]) {
    var rest = bytes[...]
    // The element that is open at each depth; the first one holds the root.
    var open = [XMLElement(name: "")]
    while !rest.isEmpty {
      guard rest.first == UInt8(ascii: "<") else {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest.dropFirst(text.count)
        guard let text = Self.unescaped(text) else { return nil }
        open[open.count - 1].text += text
        continue
      }
      guard let tag = Self.takeTag(&rest) else { return nil }
      switch tag {
      case .ignored: continue
      case .empty(let name): open[open.count - 1].children.append(XMLElement(name: name))
      case .start(let name):
        open.append(XMLElement(name: name))
        guard open.count <= Self.depthLimit else { return nil }
      case .end(let name):
        guard open.count > 1, let ended = open.popLast(), ended.name == name else { return nil }
        open[open.count - 1].children.append(ended)
      }
    }
    guard open.count == 1, open[0].children.count == 1 else { return nil }
    self = open[0].children[0]
  }

  private enum Tag {
    case start(String)
    case end(String)
    case empty(String)
    /// A declaration or a comment.
    case ignored
  }

  /// The tag at the beginning of `rest`, which is removed; `nil` if there is none.
  private static func takeTag(_ rest: inout ArraySlice<UInt8>) -> Tag? {
    if rest.starts(with: "<?".utf8) { return skip(&rest, to: "?>") ? .ignored : nil }
    if rest.starts(with: "<!--".utf8) { return skip(&rest, to: "-->") ? .ignored : nil }
    guard !rest.starts(with: "<!".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    var body = rest[(rest.startIndex + 1)..<end]
    rest = rest[(end + 1)...]
    let isEnd = body.first == UInt8(ascii: "/")
    let isEmpty = body.last == UInt8(ascii: "/")
    if isEnd { body = body.dropFirst() }
    if isEmpty { body = body.dropLast() }
    let qualified = body.prefix { !" \t\r\n".utf8.contains($0) }
    let name = String(decoding: qualified, as: UTF8.self).split(separator: ":").last
    guard let name else { return nil }
    if isEnd { return .end(String(name)) }
    return isEmpty ? .empty(String(name)) : .start(String(name))
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, to end: String) -> Bool {
    while !rest.isEmpty {
      if rest.starts(with: end.utf8) {
        rest = rest.dropFirst(end.utf8.count)
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// The text with its references replaced; `nil` for an unknown one.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
    let parts = String(decoding: bytes, as: UTF8.self)
      .split(separator: "&", omittingEmptySubsequences: false)
    var text = String(parts[0])
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: ";") else { return nil }
      let name = part[..<end]
      if let known = entities[String(name)] {
        text += known
      } else {
        let isHexadecimal = name.hasPrefix("#x")
        guard name.hasPrefix("#"),
          let number = UInt32(
            name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
          let scalar = Unicode.Scalar(number)
        else { return nil }
        text.unicodeScalars.append(scalar)
      }
      text += part[part.index(after: end)...]
    }
    return text
  }
}
