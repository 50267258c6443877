/// Writes elements one below the other, each on a line of its own.
struct SVGWriter {
  private(set) var output = ""
  private var depth = 0

  /// `<name …/>`
  mutating func element(_ name: String, _ attributes: SVGAttributes) {
    open(name, attributes, ending: "/>\n")
  }

  /// `<name …>` with other elements in it.
  mutating func element(
    _ name: String, _ attributes: SVGAttributes, content: (inout SVGWriter) -> Void
  ) {
    open(name, attributes, ending: ">\n")
    depth += 1
    content(&self)
    depth -= 1
    indent()
    output += "</\(name)>\n"
  }

  /// `<name …>text</name>`
  mutating func element(_ name: String, _ attributes: SVGAttributes = [:], text: String) {
    open(name, attributes, ending: ">")
    output += XMLText.escape(text)
    output += "</\(name)>\n"
  }

  private mutating func open(_ name: String, _ attributes: SVGAttributes, ending: String) {
    indent()
    output += "<\(name)"
    for (name, value) in attributes.pairs {
      output += " \(name)=\"\(XMLText.escape(value.string))\""
    }
    output += ending
  }

  private mutating func indent() {
    // One space: the depth is small, and the file is downloaded.
    for _ in 0..<depth { output += " " }
  }
}
