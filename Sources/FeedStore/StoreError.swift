/// Why an operation of a store failed.
package enum StoreError: Error, Hashable, Sendable {
  /// There is no file.
  case missing(path: String)
  /// The file cannot be opened: a folder that does not exist, or no permission.
  case cannotOpen(path: String)
  /// There is a folder, or something else that is no file.
  case notAFile(path: String)
  /// The file is not a SQLite database.
  case notADatabase(path: String)
  /// The file is a SQLite database, but not tanada's.
  case otherApplication(path: String)
  /// The file has nothing in it.
  case empty(path: String)
  /// The file has nothing in it, though it had.
  case emptied(path: String)
  /// The file was deleted, moved or replaced while it was open.
  case replaced(path: String)
  /// The storage failed to read or write.
  case storageFailed(path: String, detail: String)
  /// The database server cannot be reached, or does not take writes.
  case unavailable(store: String, detail: String)
  /// The database server was lost while it committed a transaction, or the storage failed then: it may have happened.
  case commitUnknown(store: String)
  /// Another process has the file open.
  case inUse(path: String)
  /// A store that everything was to be copied to has content.
  case notEmpty(store: String)
  /// The database server has no schema, or that of an earlier version.
  case schemaMissing(store: String)
  /// The schema is one of before 1.0 that this version does not read.
  case formerSchema(store: String)
  /// A newer tanada has changed the schema.
  case newerSchema(path: String)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// The timeout of a lock that another process holds.
  case busy(path: String)
  /// The file is damaged.
  case corrupt(path: String, detail: String)
  /// An item in the database breaks the rules for content.
  case invalidItem(kind: String, id: Int, field: String)
  /// A kind was defined otherwise, or removed, since it was read.
  case kindChanged(String)
  /// There are texts in more locales than `limit`, with those of the history.
  case tooManyLocales(limit: Int)
  /// There is no revision with this number.
  case noSuchRevision(Int)
  /// The content of this revision has been removed from the history, which begins with `first`.
  case revisionPruned(Int, first: Int)
  /// Any other error of the database.
  case failed(path: String, detail: String)
}

extension StoreError {
  /// Whether one stored item is at fault, and everything else can be read.
  package var isOfItem: Bool {
    if case .invalidItem = self { true } else { false }
  }

  /// Whether the storage is at fault, so that the same may succeed when that is repaired.
  package var isOfStorage: Bool {
    switch self {
    case .cannotOpen, .notADatabase, .readOnly, .diskFull, .replaced, .storageFailed, .unavailable,
      .commitUnknown, .corrupt:
      true
    case .missing, .notAFile, .otherApplication, .empty, .emptied, .inUse, .notEmpty,
      .schemaMissing, .formerSchema, .newerSchema, .busy, .invalidItem, .kindChanged,
      .tooManyLocales, .noSuchRevision, .revisionPruned, .failed:
      false
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// One sentence for a person, naming the file and what to do.
  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such database; 'tanada seed' creates one"
    case .cannotOpen(let path):
      "\(path): cannot be opened; check that its folder exists and may be written"
    case .notAFile(let path): "\(path): is not a file; name a file in it, or another one"
    case .notADatabase(let path): "\(path): is not a SQLite database"
    case .otherApplication(let path): "\(path): is a database of another application"
    case .empty(let path): "\(path): is empty; expected a database of tanada"
    case .emptied(let path):
      "\(path): is empty, but has had content; restore a backup, or remove what is beside it as well"
    case .replaced(let path):
      "\(path): was deleted, moved or replaced while it was in use; nothing is read or written until it "
        + "is back or the server is started again"
    case .storageFailed(let path, let detail):
      "\(path): the storage failed (\(detail)); nothing was changed"
    case .unavailable(let store, let detail):
      "\(store): is not available (\(detail)); it is tried again"
    case .commitUnknown(let store):
      "\(store): was lost or failed during a write; whether it has happened is not known until it is read again"
    case .inUse(let path): "\(path): is in use; stop the server and try again"
    case .notEmpty(let store): "\(store): has content already; copy to a new store"
    case .schemaMissing(let store):
      "\(store): is not at the version of this program; run 'tanada migrate'"
    case .formerSchema(let store):
      "\(store): was written by a tanada of before 1.0; copy it to a new store with 'tanada copy' of the last version "
        + "of before, and open that"
    case .newerSchema(let path):
      "\(path): was written by a newer tanada; use that version or a backup"
    case .readOnly(let path):
      "\(path): cannot be written; check the permissions of the file and its folder"
    case .diskFull(let path): "\(path): the disk is full; nothing was changed"
    case .busy(let path): "\(path): is locked by another process; try again when it has finished"
    case .corrupt(let path, let detail): "\(path): is damaged (\(detail)); restore a backup"
    case .invalidItem(let kind, let id, let field):
      "\(kind)/\(id): the stored \(field) is not valid"
    case .kindChanged(let kind): "the kind \(kind) has changed in the meantime; try again"
    case .tooManyLocales(let limit):
      "there are texts in \(limit) locales, and no more are possible; remove those of some, also from the history"
    case .noSuchRevision(let number): "there is no revision \(number)"
    case .revisionPruned(let number, let first):
      "the content of revision \(number) is no longer kept; the history begins with revision \(first)"
    case .failed(let path, let detail): "\(path): \(detail)"
    }
  }
}

extension Error {
  /// Whether a store that several machines share is lost. The store itself says so, once.
  package var isLossOfStore: Bool {
    if case .unavailable = self as? StoreError { true } else { false }
  }
}
