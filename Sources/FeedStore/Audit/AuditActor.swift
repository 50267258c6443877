/// Who writes, as the audit names it.
package struct AuditActor: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private init(description: String) {
    self.description = description
  }

  /// The bearer of a token: `token:3 Anna`.
  package init(_ identity: Identity) {
    description = "token:\(identity.tokenID) \(identity.name)"
  }

  /// Whoever may write the file itself.
  package static let commandLine = AuditActor(description: "command line")
}
