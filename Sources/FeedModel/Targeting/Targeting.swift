/// A condition on the clients that are shown something: everything that it says must hold.
///
/// Conditions that say the same are equal, whatever order their parts are written in.
public struct Targeting: Hashable, Sendable {
  /// Clients on any of these platforms, in alphabetical order; empty for every client.
  public let platforms: [String]
  /// Clients whose app has one of these versions; `nil` for every client.
  public let appVersions: VersionRange?
  /// Readers in any of these audiences, in alphabetical order; empty for every reader.
  public let audiences: [String]
  /// Clients in this share; `nil` for every client.
  public let share: ClientShare?

  /// The most platforms, and the most audiences.
  package static let maximumNameCount = 50

  /// The condition that says this; `nil` if it says nothing.
  package init?(
    platforms: some Sequence<String> = [], appVersions: VersionRange? = nil,
    audiences: some Sequence<String> = [], share: ClientShare? = nil
  ) {
    self.platforms = Set(platforms).sorted()
    self.appVersions = appVersions
    self.audiences = Set(audiences).sorted()
    self.share = share
    if self.platforms.isEmpty, appVersions == nil, self.audiences.isEmpty, share == nil {
      return nil
    }
  }

  /// Whether a client with these facts meets it. A condition on a fact that the client does not say is not met.
  public func isMet(by client: ClientFacts) -> Bool {
    if !platforms.isEmpty {
      guard let platform = client.platform, platforms.contains(platform) else { return false }
    }
    if let appVersions {
      guard let version = client.appVersion, appVersions.contains(version) else { return false }
    }
    if !audiences.isEmpty, client.audiences.isDisjoint(with: audiences) { return false }
    if let share, !share.contains(client.bucket) { return false }
    return true
  }

  /// Whether no client that meets it can meet `other`: they are of other platforms or versions, or have no client of one
  /// salt in common. A reader can belong to any audiences.
  package func excludes(_ other: Targeting) -> Bool {
    if !platforms.isEmpty, !other.platforms.isEmpty,
      Set(platforms).isDisjoint(with: other.platforms)
    {
      return true
    }
    if let appVersions, let others = other.appVersions, appVersions.excludes(others) { return true }
    if let share, let others = other.share, share.excludes(others) { return true }
    return false
  }
}

/// The conditions that are met where something is shown.
package enum MetConditions: Hashable, Sendable {
  /// All of them, even those that exclude each other: for editors.
  case all
  /// These, and no others.
  case only(Set<Targeting>)

  /// None of them: for the public, of which nothing is known.
  package static let none = MetConditions.only([])

  /// Whether `condition` is met. Where there is none, everybody meets it.
  package func contains(_ condition: Targeting?) -> Bool {
    guard let condition else { return true }
    return switch self {
    case .all: true
    case .only(let conditions): conditions.contains(condition)
    }
  }
}
