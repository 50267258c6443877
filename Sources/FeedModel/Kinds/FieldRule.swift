package import StrictJSON

/// What the values of fields keep to, wherever they are read.
package enum FieldRule {
  /// The ratings an item can have.
  package static let ratings = 0.0...5.0
}

extension ContentProblem.Expectation {
  /// One of ``FieldRule/ratings``.
  package static let rating = words("a number from 0 to 5")
  /// What ``AbsoluteURL`` accepts.
  package static let url = words("an absolute http or https URL")
  /// What ``Timestamp`` reads.
  package static let date = words("a date like 2022-12-01T07:30:00.000+0000")
}
