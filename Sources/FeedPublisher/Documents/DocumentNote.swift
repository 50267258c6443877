import FeedModel
package import StrictJSON

/// A note in a document about a parameter that could not be read. The request is answered with a default in its place.
package enum DocumentNote: String, CaseIterable, Hashable, Sendable {
  /// The parameter `locale` is not a locale; the document is in the default one.
  case unreadableLocale = "unreadable_locale"

  /// The explanation, which has nothing of the request: all who get the note get the same document.
  var detail: String {
    switch self {
    case .unreadableLocale:
      "locale: expected \(LocaleTag.form), or several separated by commas; this is in the default locale"
    }
  }
}

extension JSONWriter {
  /// The member `notes`, if there is something to say.
  package mutating func notes(_ notes: [DocumentNote]) {
    guard !notes.isEmpty else { return }
    array("notes", notes) { writer, note in
      writer.object { object in
        object.member("code", note.rawValue)
        object.member("detail", note.detail)
      }
    }
  }
}
