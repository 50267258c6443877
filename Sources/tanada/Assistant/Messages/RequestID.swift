import StrictJSON

/// The id of a request, a text or a whole number, with which its answer begins.
struct RequestID: Hashable, Sendable {
  /// The id as JSON.
  let json: [UInt8]

  /// The id that `tree` is; `nil` for anything else, such as null.
  init?(_ tree: JSONTree) {
    if let text = tree.string {
      json = JSONWriter.encode { $0.value(text) }
    } else if let number = tree.integer {
      json = Array(String(number).utf8)
    } else {
      return nil
    }
  }
}
