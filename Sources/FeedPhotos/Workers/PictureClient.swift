/// The one for whom a picture is made, which decides when its turn comes.
package struct PictureClient: Hashable, Sendable {
  /// The ranks, from the one whose pictures come first.
  package enum Rank: Int, CaseIterable, Comparable, Sendable {
    /// Uploads, and everything that is asked for with a token.
    case editor
    /// Pictures of published addresses.
    case published
    /// Pictures that anybody may ask for, of open sizes, and cards.
    case open
    /// Pictures that nobody waits for.
    case background

    package static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }

    /// Whether pictures of this rank may take the last free worker: those of lower ranks leave it to others.
    var takesLastWorker: Bool { self <= .published }
  }

  package let rank: Rank
  /// The name by which clients of the rank take turns, such as an address; `nil` for all without one.
  package let name: String?

  package init(_ rank: Rank, name: String? = nil) {
    self.rank = rank
    self.name = name
  }

  /// The command line, and everybody else with whom nobody competes.
  package static let editor = PictureClient(.editor)
  /// The server itself, which makes pictures beforehand.
  package static let background = PictureClient(.background)
}
