package import FeedModel
package import FeedPhotos
import StrictJSON

extension StaticExporter {
  /// How an exporter works.
  package struct Configuration: Sendable {
    /// The choice of what is exported.
    package var selection: ExportSelection
    /// The unique name of the database.
    package var database: String
    /// The version of the pictures.
    package var pictureVersion: Int
    /// How long pages and pictures are kept that nothing names any more.
    package var keeping: Duration
    /// How many objects are written, and pictures made, at a time.
    package var width: Int

    package init(
      selection: ExportSelection, database: String, pictureVersion: Int, keeping: Duration,
      width: Int
    ) {
      self.selection = selection
      self.database = database
      self.pictureVersion = pictureVersion
      self.keeping = keeping
      self.width = width
    }
  }
}

/// The choice of what is exported.
package struct ExportSelection: Sendable {
  /// The names of the feeds; `nil` for all.
  package var feeds: [String]?
  /// The widths of screens, in points.
  package var widths: [Double]
  /// The locales of readers.
  package var locales: [LocaleTag]
  /// The facts of clients, as the query of `GET /v1/feeds/{feed}/variant` has them, whose variants are exported beside
  /// what everybody gets.
  package var clients: [String]
  /// How many pages behind the first screen are exported of each section.
  package var pageCount: Int
  /// The width of addresses without one, in points.
  package var defaultWidth: Double
  /// The origin that addresses of pictures begin with; empty for none.
  package var server: String

  package init(
    feeds: [String]?, widths: [Double], locales: [LocaleTag], clients: [String], pageCount: Int,
    defaultWidth: Double, server: String
  ) {
    self.feeds = feeds
    self.widths = widths
    self.locales = locales
    self.clients = clients
    self.pageCount = pageCount
    self.defaultWidth = defaultWidth
    self.server = server
  }

  /// The choice in one text: exports of equal texts and revisions are equal.
  package var text: String {
    let widths = widths.map(NumberText.shortest).joined(separator: ",")
    return [
      "feeds=\(feeds?.joined(separator: ",") ?? "*")", "widths=\(widths)",
      "locales=\(locales.map(\.text).joined(separator: ","))", "pages=\(pageCount)",
      "server=\(server)",
    ].joined(separator: " ") + clients.map { " variant:\($0)" }.joined()
  }

  /// The addresses of the screens of `feed`: with each width and locale, and those of requests that leave out what is
  /// the default.
  ///
  /// - Parameter variant: the name of the variant; `nil` for what everybody gets.
  package func screens(of feed: String, inVariant variant: String?) -> [String] {
    let sizes =
      widths.map { "width=\(NumberText.shortest($0))" }
      + (widths.contains(defaultWidth) ? [""] : [])
    return sizes.flatMap { size in
      ([""] + locales.map { "locale=\($0)" }).map { locale in
        let parameters = [size, locale, variant.map { "variant=\($0)" } ?? ""]
          .filter { !$0.isEmpty }
        return "/v1/feeds/\(feed)"
          + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
      }
    }
  }
}

/// The answer to GET of an address, in the only coding that is accepted, such as `br`; `nil` for none. It throws errors of
/// the store.
package typealias ExportAnswers =
  @Sendable (_ address: String, _ coding: String?) async throws -> ExportAnswer

/// A response to a request of an export.
package struct ExportAnswer: Sendable {
  package let status: Int
  /// The fields by their names in lower case.
  package let fields: [String: String]
  package let bytes: [UInt8]

  package init(status: Int, fields: [String: String], bytes: [UInt8]) {
    self.status = status
    self.fields = fields
    self.bytes = bytes
  }
}

/// The numbers of an export: how many objects were written, stayed, and went.
package struct ExportSummary: Sendable {
  /// The number of the revision that is in service here.
  package let revision: Int
  /// When something of it appears or disappears, so that the export is not true any more; `nil` if nothing will.
  package let expiresAt: Timestamp?
  /// Whether the target has a later revision, so that nothing was done.
  package let isNewerThere: Bool
  package var writtenCount = 0
  package var writtenByteCount = 0
  package var unchangedCount = 0
  /// How many objects are kept that nothing names any more.
  package var keptCount = 0
  package var removedCount = 0
  /// The addresses of pictures that are not there or cannot be made.
  package var missingPictures: [String] = []
  /// What was to be removed and has stayed, since it has something that no export has written.
  package var left: [String] = []
  /// When the next object is to be removed that nothing names any more; `nil` if there is none.
  package var nextRemoval: Timestamp?
}

/// Why nothing was exported, or not everything.
package enum ExportError: Error, Sendable {
  /// The target has the export of another database.
  case otherDatabase(target: String)
  /// The target has a revision that the store has not, or has another one of this number: one of them was restored.
  case otherHistory(target: String, revision: Int)
  /// The target has something else.
  case notAnExport(path: String, found: String)
  /// The manifest is damaged, or of another version of the program.
  case unreadableManifest(target: String)
  /// There is no such feed.
  case unknownFeed(String, known: [String])
  /// An address is not answered as it should be.
  case unanswered(address: String, status: Int)
  /// The store was replaced by an older copy of it while it was followed.
  case olderStore(revision: Int, exported: Int)
  /// A file or folder, and the error message of the system.
  case file(path: String, reason: String)
  /// A request to the bucket has failed.
  case bucket(BucketError)

  /// Whether the same export may succeed a little later.
  package var isTemporary: Bool {
    switch self {
    case .bucket(let error): error.isTemporary
    case .unanswered(_, let status): status >= 500
    default: false
    }
  }
}

extension ExportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherDatabase(let target):
      "\(target): has the export of another database; choose another place, or repeat with --replace"
    case .otherHistory(let target, let revision):
      "\(target): has revision \(revision) of another history than this database, one of which was "
        + "restored; repeat with --replace to export this one"
    case .notAnExport(let path, let found):
      "\(path): has \(found), which no export has written; choose an empty place, or repeat with --replace, which "
        + "leaves it as it is"
    case .unreadableManifest(let target):
      "\(target): its manifest cannot be read; repeat with --replace to write everything anew"
    case .unknownFeed(let name, let known):
      "\(name): there is no such feed; expected some of \(known.joined(separator: ", "))"
    case .unanswered(let address, let status):
      "\(address): is answered with \(status), and cannot be exported"
    case .olderStore(let revision, let exported):
      "the database is at revision \(revision), and \(exported) was exported: it was replaced by an older copy"
    case .file(let path, let reason): "\(path): \(reason)"
    case .bucket(let error): error.description
    }
  }
}
