package import FeedModel
package import FeedStore
package import StrictJSON

/// The outcome of applying a definition, or of a dry run.
package struct KindOutcome: Sendable {
  package let kind: ContentKind
  package let change: Change
  /// The changes of the fields of a kind that existed before.
  package let steps: [KindChange.Step]
  /// How many values were lost with each discarded field.
  package let discarded: [String: Int]
}

/// The items, compositions, releases and kinds that prevent a change of a kind, or its removal.
package struct KindObstacles: Sendable {
  /// The most items that are listed.
  package static let maximumItemCount = 100

  package let kind: String
  /// The first of the items whose values are not allowed any more.
  package internal(set) var conflicts: [KindChange.Conflict] = []
  /// How many values are not allowed any more.
  package internal(set) var conflictCount = 0
  /// The items that would be removed.
  package internal(set) var itemCount = 0
  /// The problems of the compositions that use the kind, by feed.
  package internal(set) var compositions: [(feed: String, problems: DocumentProblems)] = []
  /// The releases that use the kind, and would be impossible.
  package internal(set) var releases: [UsingRelease] = []
  /// The kinds whose items refer to items of this kind.
  package internal(set) var referrers: [String] = []

  init(kind: String) {
    self.kind = kind
  }

  /// A release that uses the kind: its operations that do, with the reasons why they would be impossible.
  package typealias UsingRelease = (id: Int, name: String, operations: [String])

  var isEmpty: Bool {
    conflictCount == 0 && itemCount == 0 && compositions.isEmpty && releases.isEmpty
      && referrers.isEmpty
  }

  mutating func note(_ conflict: KindChange.Conflict) {
    conflictCount += 1
    if conflicts.count < Self.maximumItemCount { conflicts.append(conflict) }
  }
}

extension KindObstacles {
  /// Each obstacle as a sentence, with the JSON Pointer of the place in the definition that it concerns.
  package var sentences: [(pointer: String, text: String)] {
    var sentences: [(pointer: String, text: String)] = conflicts.map { conflict in
      let found =
        conflict.value.isNull ? "nothing" : DocumentProblem.Finding.excerpt(conflict.value)
      return (
        conflict.pointer,
        "\(kind)/\(conflict.id): \(conflict.field): expected \(conflict.expected), found \(found)"
      )
    }
    if conflictCount > conflicts.count {
      sentences.append(("", "and \(conflictCount - conflicts.count) more values"))
    }
    if itemCount > 0 { sentences.append(("", "\(kind) has \(itemCount) items")) }
    sentences += compositions.flatMap { feed, problems in
      problems.listed.map { ("", "the composition of \(feed) uses it: \($0)") }
    }
    sentences += releases.flatMap { release in
      release.operations.map { ("", "the release \(release.id) (\(release.name)) uses it: \($0)") }
    }
    sentences += referrers.map { ("", "the kind \($0) refers to its items") }
    return sentences
  }
}

extension DocumentProblem.Finding {
  /// A field's value for an error message.
  fileprivate static func excerpt(_ value: FieldValue) -> String {
    switch value {
    case .text(let text): DocumentProblem.Finding.text(text).phrase
    default: value.plainText
    }
  }
}

extension KindChange.Step {
  /// The step in a word, such as `added`, the field by its new name, and its former name if it is renamed.
  package var summary: (name: String, field: String, formerName: String?) {
    switch self {
    case .add(let field): ("added", field.name, nil)
    case .remove(let field): ("removed", field.name, nil)
    case .rename(let from, let to): ("renamed", to, from)
    case .widen(let field): ("widened", field.name, nil)
    case .narrow(let field): ("narrowed", field.name, nil)
    }
  }
}

/// The checks that editing leaves to the publisher: layouts of kinds and compositions with the cells in force.
package struct LayoutChecks: Sendable {
  /// Lays out an example item of a kind; throws `DocumentProblems` if that is not possible.
  package let kind: @Sendable (ContentKind, CellCatalogue) throws -> Void
  /// Lays out the sections of a composition; throws `DocumentProblems` if that is not possible.
  package let composition: Editor.CompositionCheck

  package init(
    kind: @escaping @Sendable (ContentKind, CellCatalogue) throws -> Void,
    composition: @escaping Editor.CompositionCheck
  ) {
    self.kind = kind
    self.composition = composition
  }

  /// No checks, for files without definitions and compositions.
  package static let none = LayoutChecks(kind: { _, _ in }, composition: { _, _ in })
}
