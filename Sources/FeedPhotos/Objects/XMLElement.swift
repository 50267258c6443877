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
      // A declaration or a comment.
      if let end = rest.starts(with: "<?".utf8)
        ? "?>" : rest.starts(with: "<!--".utf8) ? "-->" : nil
      {
        guard Self.skip(&rest, to: end) else { return nil }
        continue
      }
      guard let tag = Self.takeTag(&rest) else { return nil }
      if tag.isStart {
        open.append(XMLElement(name: tag.name))
        guard tag.isEnd || open.count <= Self.depthLimit else { return nil }
      }
      if tag.isEnd {
        guard open.count > 1, let ended = open.popLast(), ended.name == tag.name else { return nil }
        open[open.count - 1].children.append(ended)
      }
    }
    guard open.count == 1, open[0].children.count == 1 else { return nil }
    self = open[0].children[0]
  }

  /// The tag at the beginning of `rest`, which is removed; `nil` if there is none. That of an empty element is both its
  /// start and its end.
  private static func takeTag(
    _ rest: inout ArraySlice<UInt8>
  ) -> (name: String, isStart: Bool, isEnd: Bool)? {
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
    return name.map { (String($0), !isEnd, isEnd || isEmpty) }
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
