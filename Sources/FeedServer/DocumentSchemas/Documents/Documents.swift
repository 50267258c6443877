package import FeedModel

/// The schemas of feed documents, their pages and their events, part by part: the one source of `/openapi.json` and of
/// `tanada types`.
package enum Documents {
  /// The components of all documents, for a database with `kinds`.
  package static func components(_ kinds: ContentKinds) -> [Schema.Component] {
    geometry + pictures + cells + slots + headers + motion + layouts + items(kinds)
      + sections(kinds) + screens + events
  }
}

extension Schema {
  /// A length in points.
  static let length = Schema.number(0...Double.greatestFiniteMagnitude)

  /// The position of an element, from 0.
  static let position = Schema.integer(0...Int.max)

  /// The id of an item.
  static let itemID = Schema.integer(1...Int.max)

  /// The ids of items in their order.
  static let itemIDs = Schema.array(of: .itemID)
}

extension Documents {
  /// The data of server-sent events, which are JSON.
  static let events: [Schema.Component] = [("RevisionEvent", revision), ("ResetEvent", reset)]

  private static let number = Schema.Property.required(
    "revision", .integer(1...Int.max), "The number of the revision.")
  private static let identifier = Schema.Property.required(
    "revision_id", .text(), "The revision's UUID. A number with another one is of another history.")

  private static let revision = Schema.object([
    number, identifier, .required("committed_at", .moment, "When it was made."),
    .required(
      "keys", .array(of: .text()),
      "What it changed: feed:home, section:home/news, kind:recent_news, recent_news:3 and the like."
    ),
  ]).described("The data of an event without a name: a revision has gone into service.")

  private static let reset = Schema.object([number, identifier])
    .described(
      "The data of the event reset: changes that cannot be listed. Everything may have changed.")
}

extension Documents {
  /// Why a request is not answered as asked.
  package static let problems: [Schema.Component] = [("Problem", problem), ("ProblemPart", part)]

  private static let code = Schema.text(pattern: "^[a-z0-9_]+$")

  private static let problem = Schema.object([
    .required("type", .text(), "A URI of the kind of problem: urn:tanada:problem: and the code."),
    .required("title", .text(), "The kind of problem for people, the same for every occurrence."),
    .required("status", .integer(400...599), "The status of the response."),
    .required("detail", .text(), "What was expected and what was found."),
    .required("code", code, "The kind of problem for programs."),
    .required("request_id", .text(), "The request's id, which is in the server's log too."),
    .optional("start", .text(), "The path to start again at."),
    .optional("errors", .array(of: .component("ProblemPart")), "The parts that are invalid."),
  ]).described("Why a request is not answered as asked (RFC 9457).")

  private static let part = Schema.object([
    .required("pointer", .text(), "A JSON Pointer into the body of the request."),
    .required("detail", .text(), "What was expected there and what was found."),
    .optional("code", code, "The part's own problem for programs."),
  ]).described("A part of a request that is invalid.")
}
