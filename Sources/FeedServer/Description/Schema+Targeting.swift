import FeedModel

extension Schema {
  /// A condition on the clients that something is shown to.
  ///
  /// - Parameter isOpen: whether it may gain members, in what is read.
  static func targeting(isOpen: Bool) -> Schema {
    .object(
      [
        .optional("platforms", names.orNull),
        .optional("app_version", Schema.text(length: 1...VersionRange.maximumLength).orNull),
        .optional("audiences", names.orNull),
        .optional("share", share(isOpen: isOpen).orNull),
      ], isClosed: !isOpen)
  }

  private static let names = Schema.array(
    of: .text(pattern: PlainName.pattern), count: 1...Targeting.maximumNameCount)

  private static func share(isOpen: Bool) -> Schema {
    .object(
      [
        .required("from", .number(0...1)), .required("to", .number(0...1)),
        .required("salt", .text(length: 1...ClientShare.maximumSaltLength)),
      ], isClosed: !isOpen)
  }
}
