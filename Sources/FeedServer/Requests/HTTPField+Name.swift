import HTTPTypes

extension HTTPField.Name {
  /// The header `name`, which is one.
  static func field(_ name: String) -> HTTPField.Name {
    guard let name = Self(name) else { preconditionFailure("\(name) is a valid field name") }
    return name
  }
}
