import ArgumentParser
import FeedModel
import FeedPublisher

/// `--platform`, `--app-version`, `--audience` and `--share`: the client that a feed is shown to.
struct ClientOptions: ParsableArguments {
  @Option(help: .named("name", "The platform of the client, such as ios.")) var platform: String?

  @Option(
    help: .named("version", "The version of its app, such as 3.10.1."), transform: Self.version(of:)
  )
  var appVersion: AppVersion?

  @Option(
    parsing: .singleValue,
    help: .named("name", "An audience that the reader belongs to; may be repeated."))
  var audience: [String] = []

  @Option(help: .named("share", "The place of the client among all, 0 to 1, for shares."))
  var share: Double?

  /// The client; `nil` for everybody.
  var client: ClientFacts? {
    guard platform != nil || appVersion != nil || !audience.isEmpty || share != nil else {
      return nil
    }
    return ClientFacts(
      platform: platform, appVersion: appVersion, audiences: Set(audience),
      bucket: share.map { .place($0) } ?? .unknown)
  }

  func validate() throws {
    if let share, !(0...1).contains(share) {
      throw ValidationError("--share: expected a number from 0 to 1, found \(share)")
    }
    let names = [("--platform", platform)] + audience.map { ("--audience", $0) }
    for case (let option, let name?) in names where !PlainName.isValid(name) {
      throw ValidationError("\(option): expected \(PlainName.form), found \(name.quotedExcerpt)")
    }
  }

  private static func version(of argument: String) throws -> AppVersion {
    do {
      return try AppVersion(argument)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
