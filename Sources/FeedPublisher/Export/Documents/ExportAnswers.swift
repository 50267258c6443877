/// Answers requests as the server does.
package protocol ExportAnswers: Sendable {
  /// The answer to GET `address`.
  ///
  /// - Parameter coding: the only coding that is accepted, such as `br`; `nil` for none.
  /// - Throws: errors of the store.
  func answer(_ address: String, in coding: String?) async throws -> ExportAnswer
}

/// A response to a request of an export.
package struct ExportAnswer: Sendable {
  package let status: Int
  /// The fields by their names in lower case.
  package let fields: [String: String]
  package let bytes: [UInt8]

  package init(status: Int, fields: [String: String], bytes: [UInt8]) {
    self.status = status
    self.fields = fields
    self.bytes = bytes
  }
}
