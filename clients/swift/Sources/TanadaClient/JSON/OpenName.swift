/// A name of which some values are known to this version of the client, and others may come.
///
/// A switch over known names needs a default: a name that came later than the app is no error.
public protocol OpenName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String, StringLiteralType == String {
  /// The name `rawValue`, known or not.
  init(rawValue: String)
}

extension OpenName {
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  public var description: String { rawValue }
}
