import DocumentSchemas
import FeedModel

extension WebRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /", path: "/", id: "getRoot", tag: "web",
        summary: "The home screen for browsers, and the addresses of the API for other clients.",
        parameters: [.accept, .ifNoneMatch],
        answers: [
          Operation.Answer(
            status: 200, description: "HTML if the client prefers it to JSON.",
            content: [
              .json(
                .object([
                  .required("name", .constant("tanada")),
                  .required("addresses", .map(of: .text())),
                ])),
              Operation.Content(mediaType: "text/html", schema: .text()),
            ]), .notModified,
        ]),
      Operation(
        route: "GET /gallery", path: "/gallery", id: "getGallery", tag: "web",
        summary: "Every layout and every paging effect, moving, in a browser.",
        parameters: [.ifNoneMatch],
        answers: [file("text/html", "The page."), .notModified]),
      Operation(
        route: "GET /studio", path: "/studio", id: "getStudio", tag: "web",
        summary: "The studio, in which editors change content and screens.",
        parameters: [.ifNoneMatch],
        answers: [file("text/html", "The page."), .notModified]),
      Operation(
        route: "GET /assets/{asset}", path: "/assets/{asset}", id: "getAsset", tag: "web",
        summary: "A file that these pages load, under the hash of its content.",
        parameters: [
          .path(
            "asset", .text(pattern: "^[a-z-]+(\\.[a-z]+)*\\.[0-9a-f]{16}\\.[a-z]+$"),
            "The file's name, with the hash of its content."), .ifNoneMatch,
        ],
        answers: [
          Operation.Answer(
            status: 200, description: "The file, which never changes.",
            content: ["text/javascript", "text/css", "image/svg+xml", "application/typescript"]
              .map { Operation.Content(mediaType: $0, schema: .text()) }), .notModified,
        ], problems: [404]),
      Operation(
        route: "GET /tanada.js", path: "/tanada.js", id: "getElement", tag: "web",
        summary: "The element <tanada-feed> as a module, for other pages.",
        parameters: [.ifNoneMatch], answers: [file("text/javascript", "The module."), .notModified]),
      Operation(
        route: "GET /tanada.d.ts", path: "/tanada.d.ts", id: "getElementTypes", tag: "web",
        summary: "The types of that module, for TypeScript.", parameters: [.ifNoneMatch],
        answers: [file("application/typescript", "The declarations."), .notModified]),
      Operation(
        route: "GET /tanada-core.js", path: "/tanada-core.js", id: "getCore", tag: "web",
        summary: "Feeds without the element as a module, for pages, workers and programs.",
        parameters: [.ifNoneMatch], answers: [file("text/javascript", "The module."), .notModified]),
      Operation(
        route: "GET /tanada-core.d.ts", path: "/tanada-core.d.ts", id: "getCoreTypes", tag: "web",
        summary: "The types of that module, for TypeScript.", parameters: [.ifNoneMatch],
        answers: [file("application/typescript", "The declarations."), .notModified]),
      Operation(
        route: "GET /documents.d.ts", path: "/documents.d.ts", id: "getDocumentTypes", tag: "web",
        summary: "The types of documents, which both modules name.", parameters: [.ifNoneMatch],
        answers: [file("application/typescript", "The declarations."), .notModified]),
    ]
  }

  private static func file(_ mediaType: String, _ description: String) -> Operation.Answer {
    Operation.Answer(
      status: 200, description: description,
      content: [Operation.Content(mediaType: mediaType, schema: .text())])
  }
}

extension Operation.Parameter {
  fileprivate static let accept = header("Accept", .text(), "The media types the client reads.")
}
