import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import FeedServer

/// The file that takes the body of an import.
@Suite struct SpoolTests {
  /// A device of Linux that is always full.
  @Test func aFullDiskIsNamed() throws {
    let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let spool = SpoolFile(device, path: "/dev/full")
    let error = #expect(throws: StoreError.diskFull(path: "/dev/full")) {
      try spool.append(ByteBuffer(string: "id,name\n"))
    }
    let problem = Problem(try #require(error) as any Error)
    #expect(problem.status.code == 507 && problem.code == "storage_full")
  }

  @Test func aFolderThatIsNotThereIsAFailureOfTheStorage() throws {
    let folder = try TemporaryFolder().url.appending(path: "nowhere")
    let error = #expect(throws: StoreError.self) { _ = try SpoolFile(in: folder) }
    #expect(try #require(error).isOfStorage)
  }

  @Test(arguments: [
    SeedError.unreadable(path: "/proc/self/fd/9"),
    SeedError.refused(path: "/proc/self/fd/9", .missing),
  ])
  func aFileThatCannotBeOpenedAgainIsAFailureOfTheStorage(error: SeedError) {
    let problem = Problem(error as any Error)
    #expect(problem.status.code == 503 && problem.code == "storage_unavailable")
    #expect(!problem.detail.contains("/"))
  }

  /// A server that is killed leaves nothing.
  @Test func itHasNoName() throws {
    let folder = try TemporaryFolder()
    let spool = try SpoolFile(in: folder.url)
    try spool.append(ByteBuffer(string: "id,name\n"))
    try spool.append(ByteBuffer(string: "1,a\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(FileManager.default.contents(atPath: spool.path) == Data("id,name\n1,a\n".utf8))
  }
}
