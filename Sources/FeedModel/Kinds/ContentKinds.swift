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

  /// The same with `kind`, in the place of the one with its name or at the end.
  package func replacing(_ kind: ContentKind) -> ContentKinds {
    var kinds = all
    if let place = places[kind.name] { kinds[place] = kind } else { kinds.append(kind) }
    return ContentKinds(kinds)
  }

  /// The same without the kind called `name`.
  package func removing(_ name: String) -> ContentKinds {
    ContentKinds(all.filter { $0.name != name })
  }
}
