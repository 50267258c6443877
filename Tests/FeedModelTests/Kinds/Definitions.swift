import FeedModel
import Foundation
import StrictJSON

/// Definitions as somebody writes them.
enum Definition {
  /// The definition that `text` has.
  static func read(_ text: String) throws -> KindProposal {
    try KindProposal(reading: JSONTree(parsing: Data(text.utf8)))
  }

  /// A kind called `name` with `fields`, each `"name":…,"type":…` and its rules without braces.
  static func text(_ name: String, _ fields: [String], _ members: String = "") -> String {
    let fields = fields.map { "{\($0)}" }.joined(separator: ",")
    return #"{"kind":"\#(name)","fields":[\#(fields)]\#(members)}"#
  }

  static func kind(_ name: String, _ fields: String...) throws -> ContentKind {
    try read(text(name, fields)).kind
  }

  /// The pointers of everything wrong with what `read` reads.
  static func pointers(of read: () throws -> Void) rethrows -> [String] {
    do {
      try read()
      return []
    } catch let problems as DocumentProblems {
      return problems.listed.map(\.pointer)
    }
  }
}
