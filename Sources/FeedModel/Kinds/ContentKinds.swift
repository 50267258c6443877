package import StrictJSON

/// All kinds of a database, in the order they were defined.
public struct ContentKinds: Hashable, Sendable {
  public let all: [ContentKind]
  private let places: [String: Int]

  /// The kinds, each with a name of its own.
  public init(_ kinds: [ContentKind]) {
    all = kinds
    places = Dictionary(
      kinds.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The kind called `name`.
  public subscript(name: String) -> ContentKind? { places[name].map { all[$0] } }

  public var names: [String] { all.map(\.name) }

  /// Returns these kinds with `kind`, in the place of the one with its name or at the end.
  package func replacing(_ kind: ContentKind) -> ContentKinds {
    var kinds = all
    if let place = places[kind.name] { kinds[place] = kind } else { kinds.append(kind) }
    return ContentKinds(kinds)
  }

  /// Returns these kinds without the one called `name`.
  package func removing(_ name: String) -> ContentKinds {
    ContentKinds(all.filter { $0.name != name })
  }
}

extension ContentKinds {
  /// Returns the problems of the references of `kind` among these kinds, which include it.
  package func problems(of kind: ContentKind) -> [DocumentProblem] {
    var problems: [DocumentProblem] = []
    for (index, field) in kind.fields.enumerated() {
      guard let name = field.type.referencedKind else { continue }
      if self[name] == nil {
        problems.append(
          at: "/fields/\(index)/kind", expected: .words("the name of a kind"),
          found: .text(name))
      } else if !field.isNullable, requires(kind.name, from: name) {
        problems.append(
          at: "/fields/\(index)/required",
          expected: .words(
            "false, because items of \(kind.name) and \(name) could not be created without each "
              + "other"),
          found: .bool(true))
      }
    }
    return problems
  }

  /// Whether items of `start` cannot be without items of `goal`, directly or by way of others.
  private func requires(_ goal: String, from start: String) -> Bool {
    var seen: Set<String> = []
    var next = [start]
    while let name = next.popLast() {
      if name == goal { return true }
      guard seen.insert(name).inserted, let kind = self[name] else { continue }
      next += kind.fields.filter { !$0.isNullable }.compactMap { $0.type.referencedKind }
    }
    return false
  }

  /// The kinds with references to the one called `name`, other than itself.
  package func referrers(to name: String) -> [ContentKind] {
    all.filter { kind in
      kind.name != name && kind.fields.contains { $0.type.referencedKind == name }
    }
  }
}

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
        at: pointer, expected: .words("at most \(maximum) bytes"),
        found: .malformed("\(size) bytes"))
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
