import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The people who have an item open in the studio, for others who are about to edit it.
struct PresenceRoutes: Resource {
  static let tag = "administration"

  private static let maximumSubjectCount = 20

  let board: PresenceBoard
  let clock: any TimeSource
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(
        .post, "/v1/presence", "notePresence",
        "Say what a window of the studio has open, and read what others have open.", role: .viewer,
        effect: .read, body: [.json(.component("NewPresence"))],
        answers: [.ok(.component("Presence"), "What others have open.")], problems: [422], note)
    ]
  }

  private func note(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let identity = try context.require(.viewer)
    let (studio, subjects) = try Self.read(try await request.json(limits))
    let others = board.note(
      PresenceBoard.Visitor(tokenID: identity.tokenID, studio: studio), named: identity.name,
      subjects: subjects, at: clock.uptime)
    return Response { object in
      object.objects("others", others) { object, entry in
        object.member("studio", entry.visitor.studio)
        object.member("name", entry.name)
        object.array("subjects", entry.subjects) { $0.value($1) }
      }
      object.member("expires_in", Int(PresenceBoard.lifetime / .seconds(1)))
    }
  }

  /// Reads `{"studio":"k3j9","subjects":["content/recent_news/3"]}`: the window, and what it has open.
  private static func read(
    _ body: JSONTree
  ) throws(DocumentProblems) -> (studio: String, subjects: [String]) {
    try body.members { fields in
      let studio = fields.value(
        "studio", expected: .words("1 to 64 letters, digits, hyphens and underscores")
      ) { isPlain($0, upTo: 64, and: "-_") ? $0 : nil }
      let subjects = fields.list(
        "subjects", expected: .words("a path such as content/recent_news/3")
      ) { isPlain($0, upTo: 200, and: "-_./") ? $0 : nil }
      if subjects.count > maximumSubjectCount {
        fields.refuse("subjects", expected: .words("at most \(maximumSubjectCount) paths"))
      }
      return studio.map { ($0, subjects) }
    }
  }

  private static func isPlain(_ text: String, upTo length: Int, and others: String) -> Bool {
    (1...length).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
  }
}

extension PresenceRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Presence", presence), ("NewPresence", newPresence)]
  }

  private static let studio = Schema.text(pattern: "^[A-Za-z0-9_-]{1,64}$")
    .described("A name that a window chooses at random.")

  private static let subjects = Schema.array(
    of: .text(pattern: "^[A-Za-z0-9_./-]{1,200}$"), count: 0...maximumSubjectCount)

  private static let presence = Schema.object([
    .required(
      "others",
      .array(
        of: .object([
          .required("studio", studio), .required("name", .text()), .required("subjects", subjects),
        ]))),
    .required(
      "expires_in", Schema.integer(1...Int.max).described("How long this counts, in seconds.")),
  ])

  private static let newPresence = Schema.object(
    [
      .required("studio", studio),
      .required("subjects", subjects.described("Empty for a window that closes.")),
    ], isClosed: true)
}
