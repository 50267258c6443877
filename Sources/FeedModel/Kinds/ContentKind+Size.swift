package import StrictJSON

/// The bounds of a definition, which is in memory, and in every document of its sections.
extension ContentKind {
  /// The largest default value of a field, in bytes of its text.
  package static let maximumDefaultSize = 8 << 10
  /// The longest template of headlines, in bytes.
  package static let maximumTemplateSize = 1 << 10
  /// The largest definition, in bytes of its JSON.
  package static let maximumSize = 256 << 10

  /// Returns which parts of this definition are larger than the bounds. What `former`, the definition that it
  /// replaces, has as well may stay.
  package func sizeProblems(since former: ContentKind?) -> [DocumentProblem] {
    var problems: [DocumentProblem] = []
    func note(_ pointer: String, _ size: Int, _ maximum: Int, isFormer: Bool) {
      guard size > maximum, !isFormer else { return }
      problems.append(
        DocumentProblem(
          pointer: pointer, expected: .words("at most \(maximum) bytes"),
          found: .malformed("\(size) bytes")))
    }
    for (index, field) in fields.enumerated() {
      guard let value = field.defaultValue else { continue }
      note(
        "/fields/\(index)/default", value.plainText.utf8.count, Self.maximumDefaultSize,
        isFormer: former?.fields.contains { $0.defaultValue == value } ?? false)
    }
    note(
      "/headline_template", headlineTemplate?.utf8.count ?? 0, Self.maximumTemplateSize,
      isFormer: former?.headlineTemplate?.exact == headlineTemplate?.exact)
    let size = json.count
    note("", size, Self.maximumSize, isFormer: former.map { $0.json.count >= size } ?? false)
    return problems
  }
}
