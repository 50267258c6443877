import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import NIOCore
import StrictJSON

/// Exporting and importing all items of a kind.
struct TransferRoutes: Resource {
  static let tag = "content"

  let publisher: FeedPublisher
  let editor: Editor
  let maximumBodySize: Int
  let exports: Exports

  var routes: [Route] {
    [
      Route(
        .get, "/v1/export/{kind}", query: .open, parameters: [.format, .revision, .untranslated],
        operations: Route.ofEachKind { kind in
          Route.Operation(
            "export\(kind.operationName)", "All items as one document.",
            path: "/v1/export/\(kind.name)",
            answers: [.init(200, "The document.", TransferFormat.allCases.map(Self.content))],
            problems: [404, 410, 503])
        }, export),
      Route(
        .post, "/v1/import/{kind}", role: .editor, streamsBody: true,
        parameters: [.format, .dryRun],
        operations: Route.ofEachKind { kind in
          Route.Operation(
            "import\(kind.operationName)", "Import items: all of them or none.",
            path: "/v1/import/\(kind.name)", body: TransferFormat.allCases.map(Self.content),
            answers: [.ok(Self.summary, "The summary of the import.")], problems: [422])
        }, `import`),
    ]
  }

  /// Answers with the items of a kind: the public gets those shown now, clients with a token get all with
  /// their windows.
  private func export(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let request = try await request.untracked(forContentOf: try context.kindName, in: editor.store)
    let format = try request.transferFormat()
    let parameters = try request.parameters().filter {
      !Self.exportNames.contains($0.key)
    }
    let untranslated = try request.localeTag(.untranslated)
    let (isPublic, now) = (context.identity == nil, editor.clock())
    let former = try request.integer(.revision)
    // Read before the head is sent, so that a store that cannot be read is a problem document.
    let begin = { @Sendable [publisher] (reader: any ContentReader) in
      let kind = try context.contentKind(among: try reader.kinds())
      var query = try ContentQuery(parameters: parameters, for: kind)
      query.untranslated = untranslated.map(publisher.configuration.items.locales.lookup)
      let revision = try reader.latestRevision()
      var exporter = Exporter(
        kind: kind, query: query, format: format,
        shownAt: isPublic
          ? publisher.shownMoment(of: revision, at: now) ?? Timestamp(millisecondsSince1970: 0)
          : nil)
      let first = try exporter.next(from: reader) ?? []
      return (kind, exporter, first, revision?.number ?? 0)
    }
    let (kind, exporter, first, revision) = try await exports.read(for: context) { store in
      if let former { try await store.read(at: former, begin) } else { try await store.read(begin) }
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: format.mediaType, .cacheControl: CachePolicy.none.rawValue,
        .contentDisposition: "attachment; filename=\"\(kind.name).\(format.rawValue)\"",
      ],
      body: exporter.isAtEnd
        ? ResponseBody(byteBuffer: ByteBuffer(bytes: first))
        : try exports.body(of: exporter, beginning: first, at: revision, for: context)
    ).marked(revision: revision)
  }

  private func `import`(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author()
    let store = editor.store
    let known = try await store.kinds()
    _ = try context.contentKind(among: known)
    let format = try request.transferFormat(ofBody: true)
    let isDryRun = try request.flag(.dryRun)
    let summary = try await request.withSpooledBody(upTo: maximumBodySize) { path in
      try await store.withKinds(known) { kinds in
        try await editor.importItems(
          of: try context.contentKind(among: kinds), in: format, from: path, isDryRun: isDryRun,
          by: author)
      }
    }
    let response = Response { object in
      object.member("dry_run", isDryRun)
      for change in [Change.inserted, .updated, .unchanged] {
        object.member(change.rawValue, summary.counts[change, default: 0])
      }
      object.object("unknown_fields") { fields in
        for (name, count) in summary.unknownFields.sorted(by: { $0.key < $1.key }) {
          fields.member(name, count)
        }
      }
      object.member("revision", optional: summary.revision?.number) { $0.value($1) }
    }
    guard let made = summary.revision else { return await response.marked(newestIn: store) }
    return response.marked(revision: made.number)
  }
}

extension Request {
  /// The format of a document: the query's `format`, else the media type of the body, else JSON.
  fileprivate func transferFormat(ofBody isOfBody: Bool = false) throws -> TransferFormat {
    try choice(.format) ?? (isOfBody ? transferFormatOfType() : .json)
  }

  /// The format that the media type of the body says: JSON, if it says none.
  private func transferFormatOfType() throws -> TransferFormat {
    guard let field = headers[.contentType] else { return .json }
    let type = field.prefix { $0 != ";" }.trimmed.lowercased()
    if let format = TransferFormat.allCases.first(where: { $0.mediaTypes.contains(type) }) {
      return format
    }
    // What clients send that do not know the type of a body.
    let isUnknown = ["application/x-www-form-urlencoded", "application/octet-stream"].contains(type)
    guard isUnknown || type.hasSuffix("+json") else {
      throw Problem.unsupportedMediaType(
        field, expected: TransferFormat.allCases.map { $0.mediaTypes[0] }.joined(separator: ", "))
    }
    return .json
  }
}

extension TransferRoutes {
  private static let exportNames = [Parameter.format, .revision, .untranslated].map(\.name)

  private static func content(_ format: TransferFormat) -> Route.Operation.Content {
    .init(String(format.mediaType.prefix { $0 != ";" }), format == .json ? .anything : .text())
  }

  private static let summary = Schema.object([
    .required("dry_run", .boolean), .required("inserted", .integer(0...Int.max)),
    .required("updated", .integer(0...Int.max)), .required("unchanged", .integer(0...Int.max)),
    .required("unknown_fields", .map(of: .integer(0...Int.max))),
    .required("revision", .integer(1...Int.max).orNull),
  ])
}

extension Parameter {
  fileprivate static let format = query(
    "format", .oneText(of: TransferFormat.allCases.map(\.rawValue)),
    "The format of the document; json by default.")
}
