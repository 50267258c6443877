import FeedHTTP
import FeedStore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import FeedServer

/// The file that takes the body of an import.
@Suite struct SpoolTests {
  /// A device of Linux that is always full.
  @Test func aFullDiskIsNamed() throws {
    let spool = try SpoolFile(path: "/dev/full")
    let error = #expect(throws: StoreError.diskFull(path: "/dev/full")) {
      try spool.append(ByteBuffer(string: "id,name\n"))
    }
    let problem = Problem(try #require(error) as any Error)
    #expect(problem.status.code == 507 && problem.code == "storage_full")
  }

  @Test func aFileThatIsNotThereIsAFailureOfTheStorage() throws {
    let path = try TemporaryFolder().path("nowhere/spool")
    #expect(throws: StoreError.cannotOpen(path: path)) { _ = try SpoolFile(path: path) }
  }
}
