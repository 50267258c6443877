import FeedModel
import StrictJSON

/// Collects the documents of one revision: screens, the pages behind them, and the addresses of the pictures that they
/// name.
struct DocumentCollector {
  private(set) var objects: [ExportedObject] = []
  /// The addresses of pictures, by the names of their objects.
  private(set) var pictures: [ObjectName: String] = [:]
  /// When something of the documents appears or disappears; `nil` if nothing will.
  private(set) var expiresAt: Timestamp?
  private var names: Set<ObjectName> = []
  private let answers: ExportAnswers
  private let server: String
  private let revision: Int

  /// The value of `Cache-Control` for documents. A document of an export does not know how long it holds: the one that
  /// is served counts down to its next boundary.
  static let documentPolicy = "public, max-age=30"
  /// The fields of a response that are exported as they are.
  private static let keptFields = ["etag", "vary", "link", "xkey"]
  /// The codings in which documents are exported; `nil` for none.
  private static let codings: [String?] = [nil, "gzip", "br"]

  /// - Parameters:
  ///   - server: the origin that addresses of pictures begin with; empty for none.
  ///   - revision: the number of the revision that all documents have to be of.
  init(_ answers: @escaping ExportAnswers, server: String, revision: Int) {
    self.answers = answers
    self.server = server
    self.revision = revision
  }

  /// Adds the screen at `address`, and `pageCount` pages behind it of each of its sections.
  ///
  /// - Throws: ``ExportError``, and errors of the store.
  mutating func addScreen(_ address: String, pageCount: Int) async throws {
    guard let screen = try await add(address, .screen) else { return }
    for section in screen["sections"]?.elements ?? [] {
      var next = section["next"]?.string
      for _ in 0..<pageCount {
        guard let address = next else { break }
        next = try await add(address, .page)?["next"]?.string
      }
    }
  }

  /// Adds the document at `address` in all codings.
  ///
  /// - Returns: the document; `nil` if it has been added before.
  private mutating func add(
    _ address: String, _ role: ExportedObject.Role
  ) async throws -> JSONTree? {
    guard let name = ObjectName(of: address), names.insert(name).inserted else { return nil }
    var document: JSONTree?
    for coding in Self.codings {
      let answer = try await answers(address, coding)
      guard answer.status == 200, answer.fields["x-tanada-revision"] == "\(revision)" else {
        throw ExportError.unanswered(address: address, status: answer.status)
      }
      // A coding that makes a document larger is not served.
      guard coding == answer.fields["content-encoding"] else { continue }
      if coding == nil {
        document = try JSONTree(parsing: answer.bytes)
        noteExpiry(of: document)
        notePictures(in: answer.bytes)
      }
      objects.append(
        ExportedObject(
          name.coded(coding ?? ""), role, bytes: answer.bytes,
          fields: Self.fields(of: answer, expiringAt: document?["expires_at"]?.string)))
    }
    return document
  }

  private mutating func noteExpiry(of document: JSONTree?) {
    guard let moment = document?["expires_at"]?.string.flatMap({ Timestamp($0) }) else { return }
    expiresAt = [expiresAt, moment].compactMap(\.self)
      .min { $0.millisecondsSince1970 < $1.millisecondsSince1970 }
  }

  private static func fields(
    of answer: ExportAnswer, expiringAt moment: String?
  ) -> [ExportedObject.Field] {
    var fields: [ExportedObject.Field] = []
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(ExportedObject.Field(name, value)) }
    }
    add("content-type", answer.fields["content-type"])
    add("content-encoding", answer.fields["content-encoding"])
    add("cache-control", documentPolicy)
    for name in keptFields { add(name, answer.fields[name]) }
    add("expires", moment.flatMap { Timestamp($0)?.httpDate })
    return fields
  }

  /// The object of the picture at `address`; `nil` if there is none, or it cannot be made.
  ///
  /// - Throws: ``ExportError``, and errors of the store.
  static func picture(
    _ name: ObjectName, at address: String, from answers: ExportAnswers
  ) async throws -> ExportedObject? {
    let answer = try await answers(address, nil)
    guard answer.status == 200 else {
      if answer.status / 100 == 4, answer.status != 429 { return nil }
      throw ExportError.unanswered(address: address, status: answer.status)
    }
    let fields = ["content-type", "cache-control", "etag"].compactMap { name in
      answer.fields[name].map { ExportedObject.Field(name, $0) }
    }
    return ExportedObject(name, .picture, bytes: answer.bytes, fields: fields)
  }

  /// Notes every text of a document that is the address of a picture of the store.
  private mutating func notePictures(in document: [UInt8]) {
    let beginning = Array("\"\(server)/v1/photos/".utf8)
    let quote = UInt8(ascii: "\"")
    var index = 0
    while let start = document[index...].firstIndex(of: quote) {
      guard document[start...].starts(with: beginning) else {
        index = start + 1
        continue
      }
      guard let end = document[(start + 1)...].firstIndex(of: quote) else { return }
      let address = String(decoding: document[(start + 1 + server.utf8.count)..<end], as: UTF8.self)
      if let name = ObjectName(of: address), !name.text.hasSuffix(".json") {
        pictures[name] = address
      }
      index = end + 1
    }
  }
}
