@testable import FeedStore
import GRDB
import Testing

/// What errors of SQLite mean for who writes.
@Suite struct StorageErrorTests {
  @Test(arguments: [
    (ResultCode.SQLITE_IOERR_FSYNC, "COMMIT TRANSACTION", StoreError.commitUnknown(store: "a")),
    (.SQLITE_IOERR_WRITE, "COMMIT TRANSACTION", .commitUnknown(store: "a")),
    (.SQLITE_IOERR_FSYNC, "INSERT INTO a", .storageFailed(path: "a", detail: "m")),
    (.SQLITE_FULL, "COMMIT TRANSACTION", .diskFull(path: "a")),
    (.SQLITE_PROTOCOL, "BEGIN IMMEDIATE TRANSACTION", .busy(path: "a")),
    (.SQLITE_CONSTRAINT_DATATYPE, "INSERT INTO a", .corrupt(path: "a", detail: "m")),
    (.SQLITE_CONSTRAINT_UNIQUE, "INSERT INTO a", .failed(path: "a", detail: "m")),
    (.SQLITE_NOMEM, "SELECT 1", .storageFailed(path: "a", detail: "out of memory")),
  ])
  func eachHasItsOwn(code: ResultCode, sql: String, expected: StoreError) {
    let error = DatabaseError(resultCode: code, message: "m", sql: sql)
    #expect(StoreError(error, store: "a") == expected)
  }
}
