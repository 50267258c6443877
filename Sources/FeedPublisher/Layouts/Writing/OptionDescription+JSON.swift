package import FeedLayout
package import StrictJSON

extension OptionDescription {
  /// Writes the option as an object: its values with their limits, and its default.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("help", help)
      object.member("type", values.type)
      values.writeLimits(to: &object)
      object.member("default", standard)
    }
  }
}

extension OptionDescription.Values {
  /// The published names of all types of values.
  package static let types = [
    "number", "integer", "boolean", "choice", "choice_or_number", "choice_or_integer", "text",
    "numbers", "object", "pieces",
  ]

  /// The published name of the type of the values.
  fileprivate var type: String {
    switch self {
    case .number: "number"
    case .integer: "integer"
    case .flag: "boolean"
    case .names: "choice"
    case .namesOrNumber: "choice_or_number"
    case .namesOrInteger: "choice_or_integer"
    case .text: "text"
    case .numbers: "numbers"
    case .object: "object"
    case .pieces: "pieces"
    }
  }

  /// Writes the choices, and the least and the greatest number where there is one.
  fileprivate func writeLimits(to object: inout JSONWriter) {
    switch self {
    case .names(let names), .namesOrNumber(let names, _), .namesOrInteger(let names, _):
      object.array("choices", names) { $0.value($1) }
    case .number, .integer, .flag, .text, .numbers, .object, .pieces: break
    }
    switch self {
    case .number(let range), .namesOrNumber(_, let range):
      let limit = Double.greatestFiniteMagnitude
      if range.lowerBound > -limit { object.member("minimum", range.lowerBound) }
      if range.upperBound < limit { object.member("maximum", range.upperBound) }
    case .integer(let range), .namesOrInteger(_, let range):
      if range.lowerBound > Int.min { object.member("minimum", range.lowerBound) }
      if range.upperBound < Int.max { object.member("maximum", range.upperBound) }
    case .flag, .names, .text, .numbers, .object, .pieces: break
    }
  }
}
