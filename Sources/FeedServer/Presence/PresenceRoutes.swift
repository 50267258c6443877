import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Who has which item open in the studio, for those who are about to edit it.
struct PresenceRoutes {
  let board: PresenceBoard
  let clock: any TimeSource
  let limits: BodyLimits

  var routes: [Route] {
    // It changes no content: a window that says every few seconds what it has open does not use up the rate of writes.
    [Route(.post, "/v1/presence", effect: .read, note)]
  }

  @Sendable private func note(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.viewer)
    try request.requireNoParameters()
    let body = try PresenceBody(
      reading: try JSONTree(parsing: try await request.collectedBody(limits)))
    let others = board.note(
      PresenceBoard.Visitor(tokenID: identity.tokenID, studio: body.studio), named: identity.name,
      subjects: body.subjects, at: clock.uptime)
    return Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.array("others", others) { writer, entry in
            writer.object { object in
              object.member("studio", entry.visitor.studio)
              object.member("name", entry.name)
              object.array("subjects", entry.subjects) { $0.value($1) }
            }
          }
          object.member("expires_in", Int(PresenceBoard.lifetime / .seconds(1)))
        }
      })
  }
}

/// The body of a request that says what a window has open.
struct PresenceBody {
  /// The most subjects.
  static let maximumSubjectCount = 20
  /// The form of the name of a window, as a regular expression (ECMA-262).
  static let studioPattern = "^[A-Za-z0-9_-]{1,64}$"
  /// The form of a subject.
  static let subjectPattern = "^[A-Za-z0-9_./-]{1,200}$"

  let studio: String
  let subjects: [String]

  /// Reads `{"studio":"k3j9","subjects":["content/recent_news/3"]}`.
  ///
  /// - Throws: all problems of the body.
  init(reading tree: JSONTree) throws(DocumentProblems) {
    let (read, problems) = JSONFieldReader.read(tree) { fields in
      let studio = fields.value(
        "studio", expected: .words("1 to 64 letters, digits, hyphens and underscores")
      ) { Self.isPlain($0, upTo: 64, and: "-_") ? $0 : nil }
      let subjects = fields.list(
        "subjects", expected: .words("a path such as content/recent_news/3")
      ) { Self.isPlain($0, upTo: 200, and: "-_./") ? $0 : nil }
      if subjects.count > Self.maximumSubjectCount {
        fields.refuse(
          "subjects", expected: .words("at most \(Self.maximumSubjectCount) paths"))
      }
      fields.refuseUnknownFields()
      return (studio, subjects)
    }
    guard let read, let studio = read.0, problems.isEmpty else { throw DocumentProblems(problems) }
    (self.studio, subjects) = (studio, read.1)
  }

  private static func isPlain(_ text: String, upTo length: Int, and others: String) -> Bool {
    (1...length).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
  }
}

extension PresenceRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "POST /v1/presence", path: "/v1/presence", id: "notePresence", tag: "administration",
        summary: "Say what a window of the studio has open, and read what others have open.",
        body: [.json(.component("NewPresence"))],
        answers: [.ok(.component("Presence"), "What others have open.")],
        problems: [403, 413, 415, 422], role: .viewer)
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Presence", presence), ("NewPresence", newPresence)]
  }

  private static let studio = Schema.text(pattern: PresenceBody.studioPattern)
    .described("A name that a window chooses at random.")

  private static let subjects = Schema.array(
    of: .text(pattern: PresenceBody.subjectPattern), count: 0...PresenceBody.maximumSubjectCount)

  private static let presence = Schema.object([
    .required(
      "others",
      .array(
        of: .object([
          .required("studio", studio), .required("name", .text()), .required("subjects", subjects),
        ]))),
    .required(
      "expires_in",
      Schema.integer(1...Int.max).described("How long this counts, in seconds.")),
  ])

  private static let newPresence = Schema.object(
    [
      .required("studio", studio),
      .required("subjects", subjects.described("Empty for a window that closes.")),
    ], isClosed: true)
}
