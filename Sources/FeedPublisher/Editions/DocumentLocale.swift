package import FeedLayout
package import FeedModel

/// The locale that a document is in, with its labels. Readers of several locales who see the same have the same one.
package struct DocumentLocale: Hashable, Sendable {
  package let tag: LocaleTag
  package let labels: Labels
  /// The tag; `nil` for the default locale.
  let otherTag: LocaleTag?
  /// What the document says about how its request was read.
  private(set) var notes: [DocumentNote] = []

  /// A locale for drawings whose labels are not read.
  package static let anyLabels = {
    let reader = ReaderLocale(Locales.standard.default, among: .standard)
    return DocumentLocale(tag: reader.tag, labels: reader.labels, otherTag: nil)
  }()
}

extension DocumentLocale {
  /// The same for documents with `notes`.
  func with(_ notes: [DocumentNote]) -> DocumentLocale {
    var locale = self
    locale.notes = notes
    return locale
  }

  /// The same without notes: that of the parts of documents.
  var withoutNotes: DocumentLocale { notes.isEmpty ? self : with([]) }
}

extension Feed {
  /// The edition for readers who look values up in `tags`, the most specific one first.
  package func edition(for tags: [LocaleTag]) -> Feed {
    tags.lazy.compactMap { editions[$0] }.first ?? self
  }

  /// The locale of the documents of this edition for `reader`: the one that its texts are in, unless labels differ.
  package func documentLocale(for reader: ReaderLocale) -> DocumentLocale {
    unnotedLocale(for: reader).with(reader.notes)
  }

  private func unnotedLocale(for reader: ReaderLocale) -> DocumentLocale {
    let kinds = sections.map(\.specification.kind)
    let own = locale ?? defaultReader.tag
    let ownLabels = defaultReader.labels(in: own).reduced(for: kinds)
    let labels = reader.labels.reduced(for: kinds)
    guard labels != ownLabels else { return documentLocale(own, ownLabels) }
    return documentLocale(labels.dateLocale ?? labels.language.tag ?? reader.tag, labels)
  }

  /// The locale of the document that `reader` gets. Called of the edition of the default locale.
  package func locale(for reader: ReaderLocale) -> LocaleTag {
    edition(for: reader.lookup).documentLocale(for: reader).tag
  }

  private func documentLocale(_ tag: LocaleTag, _ labels: Labels) -> DocumentLocale {
    DocumentLocale(tag: tag, labels: labels, otherTag: tag == defaultReader.tag ? nil : tag)
  }
}

extension LocaleTag {
  /// Which way screens in it read.
  package var direction: LayoutDirection { isRightToLeft ? .rightToLeft : .leftToRight }
}
