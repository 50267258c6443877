import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import NIOHTTP1
import StrictJSON

extension Problem {
  /// A problem whose title is its code in words: `id_exists` is "Id exists".
  init(
    status: HTTPResponse.Status, code: String, detail: String, errors: [Detail] = [],
    start: String? = nil, headers: HTTPFields = [:]
  ) {
    let words = code.replacing("_", with: " ")
    self.init(
      status: status, code: code, title: words.prefix(1).uppercased() + words.dropFirst(),
      detail: detail, errors: errors, start: start, headers: headers)
  }

  /// The problem that describes `error` to the client of `request`, whose body is in the encoding that it says.
  init(_ error: any Error, of request: Request) {
    guard let problems = error as? DocumentProblems, let encoding = request.otherCharset else {
      self.init(error)
      return
    }
    self.init(problems.naming(encoding: encoding))
  }

  /// The problem that describes `error` to a client. Errors inside the server are not explained.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let problems as DocumentProblems: self.init(problems)
    case let error as AuthorityError: self.init(error)
    case let error as EditingError: self.init(error)
    case let failures as RestorationFailures: self.init(failures)
    case let problem as OptionProblem: self.init(problem)
    case let problems as ContentQueryProblems:
      self.init(status: .badRequest, code: "invalid_query", detail: problems.description)
    case let error as LayoutError: self.init(error)
    case let error as StageError: self.init(error)
    case let error as ScreenTooLarge: self.init(error)
    case let error as StoreError: self.init(error)
    // The file of a body that was received is opened anew to be read.
    case SeedError.unreadable(let path), SeedError.missing(let path),
      SeedError.refused(let path, _):
      self.init(StoreError.cannotOpen(path: path))
    case let error as PhotoStorageError: self.init(error)
    case is HTTPParserError: self = .malformedRequest
    default: self = .internalError
    }
  }

  private static let internalError = Problem(
    status: .internalServerError, code: "internal", title: "Internal error",
    detail: "an internal error occurred; the server's log has the details")

  static let storageFull = Problem(
    status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
    code: "storage_full", detail: "the storage of the server is full; nothing was changed",
    headers: [.retryAfter: "60"])

  /// A body that cannot be parsed is a bad request; one with invalid values is unprocessable.
  init(_ problems: DocumentProblems) {
    let isMalformed = problems.listed.contains {
      $0.isAboutEncoding || [.json, .items, .table].contains($0.expected)
    }
    self.init(
      status: isMalformed ? .badRequest : .unprocessableContent,
      code: isMalformed ? "malformed_body" : "invalid_body", title: "Invalid body",
      detail: problems.count == 1
        ? "\(problems.listed[0])" : "\(problems.count) problems, listed under errors",
      errors: problems.listed.map { Detail(pointer: $0.pointer, detail: $0.sentence) })
  }

  private init(_ problem: OptionProblem) {
    self =
      problem.isUnknown
      ? .unknownParameter(problem.option, expected: problem.expected)
      : .invalidParameter(problem.option, expected: problem.expected, found: problem.finding)
  }

  private init(_ error: LayoutError) {
    self.init(
      status: error.isAboutOptions ? .badRequest : .unprocessableContent,
      code: error.isAboutOptions ? "invalid_options" : "impossible_layout",
      detail: error.description)
  }

  private init(_ error: StageError) {
    switch error {
    case .noSuchReferents(let references, let count):
      self.init(
        status: .unprocessableContent, code: "invalid_body",
        detail: count == 1
          ? references[0].sentence : "\(count) references lead to no item, listed under errors",
        errors: references.map { Detail(pointer: $0.pointer, detail: $0.sentence) })
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .kindChanged(let kind):
      self.init(
        status: .conflict, code: "kind_changed",
        detail: "the definition of \(kind) has changed in the meantime; try again")
    case .tooManyLocales:
      self.init(status: .unprocessableContent, code: "too_many_locales", detail: error.description)
    case .noSuchRevision(let number):
      self = .notFound(
        number > 0 ? "there is no revision \(number)" : "there was no revision at that time")
    case .revisionPruned(let number, let first):
      self.init(
        status: .gone, code: "revision_pruned",
        detail: "revision \(number) is no longer kept; the history begins with revision \(first)")
    case .busy:
      self.init(
        status: .serviceUnavailable, code: "store_busy",
        detail: "the database is busy; try again", headers: [.retryAfter: "1"])
    case .diskFull: self = .storageFull
    case .invalidItem(let kind, let id, _):
      self.init(
        status: .internalServerError, code: "item_unreadable",
        detail: "the stored item \(kind)/\(id) cannot be read; replace or delete it")
    case .commitUnknown:
      self.init(
        status: .serviceUnavailable, code: "write_unknown",
        detail: "the storage failed during the write, and whether it has happened is not known; "
          + "read what it was to change before you try again", headers: [.retryAfter: "10"])
    case _ where error.isOfStorage:
      self.init(
        status: .serviceUnavailable, code: "storage_unavailable",
        detail: "the storage of the server cannot be used; nothing was changed",
        headers: [.retryAfter: "10"])
    default: self = .internalError
    }
  }
}
