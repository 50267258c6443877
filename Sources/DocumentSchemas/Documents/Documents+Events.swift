import FeedModel

extension Documents {
  /// The data of server-sent events, which are JSON.
  static let events: [Schema.Component] = [("RevisionEvent", revision), ("ResetEvent", reset)]

  private static let number = Schema.Property.required(
    "revision", .integer(1...Int.max), "The number of the revision.")
  private static let identifier = Schema.Property.required(
    "revision_id", .text(), "The revision's UUID. A number with another one is of another history.")

  private static let revision = Schema.object([
    number, identifier,
    .required("committed_at", .moment, "When it was made."),
    .required(
      "keys", .array(of: .text()),
      "What it changed: feed:home, section:home/news, kind:recent_news, recent_news:3 and the like."
    ),
  ]).described("The data of an event without a name: a revision has gone into service.")

  private static let reset = Schema.object([number, identifier])
    .described(
      "The data of the event reset: changes that cannot be listed. Everything may have changed.")
}
