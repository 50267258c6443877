package import FeedModel

/// A language of clients in which the types of documents and of the kinds in force are written.
package enum ClientTypes: String, CaseIterable, Sendable {
  case typescript
  case swift
  case kotlin

  /// A file with the types of all documents, and of the items of `kinds`.
  package func file(for kinds: ContentKinds) -> String {
    let model = TypeModel(kinds)
    return switch self {
    case .typescript: TypeScriptWriter(model).file
    case .swift: SwiftWriter(model).file
    case .kotlin: KotlinWriter(model).file
    }
  }

  /// The first line of every file.
  static let notice =
    "Written by `tanada types`: the types of feed documents and of the kinds in force. Do not edit."
}
