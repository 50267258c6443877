package import FeedModel

/// The types of documents and of the kinds in force, in a language of clients: a pure function from schemas to text.
package enum ClientTypes {
  /// A language that types are written in.
  package enum Language: String, CaseIterable, Sendable {
    case typescript
    case swift
    case kotlin
  }

  /// Returns a file in `language` with the types of all documents, and of the items of `kinds`.
  package static func file(in language: Language, for kinds: ContentKinds) -> String {
    let model = TypeModel(kinds)
    return switch language {
    case .typescript: TypeScriptWriter(model).file
    case .swift: SwiftWriter(model).file
    case .kotlin: KotlinWriter(model).file
    }
  }

  /// The first line of every file.
  static let notice =
    "Written by `tanada types`: the types of feed documents and of the kinds in force. Do not edit."
}
