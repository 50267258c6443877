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
