import FeedModel
package import StrictJSON

/// Something that a document says about how its request was read, where the request is answered all the same.
package enum DocumentNote: String, CaseIterable, Hashable, Sendable {
  /// What was asked for as a locale is none, so that the document is in the default one.
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
