import FeedModel
import Foundation
import TestSupport
import Testing

/// Files that somebody named: none of them is waited for, and none has no end.
@Suite(.hangLimit) struct NamedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aRegularFileIsReadThroughLinksAsWell() throws {
    let path = try folder.write("abc", to: "a")
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for path in [path, link] {
      #expect(try NamedFile.contents(of: path) == Data("abc".utf8))
      var file = try NamedFile(at: path)
      #expect(file.isRegular)
      #expect(try file.read(upToCount: 2) == Data("ab".utf8))
      #expect(try file.read(upToCount: 2) == Data("c".utf8))
      #expect(try file.read(upToCount: 2).isEmpty)
    }
  }

  @Test func whatIsNoFileIsRefusedAtOnce() throws {
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
    let cases: [(String, FileRefusal)] = [
      (folder.path("none"), .missing), (folder.path("none/x"), .missing),
      (folder.url.path, .folder), (pipe, .idlePipe), (link, .idlePipe), ("/dev/zero", .device),
      ("/dev/null", .device),
    ]
    for (path, refusal) in cases {
      #expect(throws: refusal, "\(path)") { try NamedFile(at: path) }
      #expect(throws: refusal, "\(path)") { try NamedFile.contents(of: path) }
    }
  }

  /// With something in it, or nothing yet.
  @Test(arguments: [true, false])
  func aPipeThatSomebodyWritesToIsReadToItsEnd(isFilled: Bool) async throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    // Open for both, so that opening it waits for nobody.
    let writer = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(writer >= 0)
    let bytes = Array("a document".utf8)
    if isFilled { #expect(write(writer, bytes, bytes.count) == bytes.count) }
    var file = try NamedFile(at: path)
    #expect(!file.isRegular)
    if !isFilled { #expect(write(writer, bytes, bytes.count) == bytes.count) }
    close(writer)
    var read = Data()
    while true {
      let piece = try file.read(upToCount: 4)
      if piece.isEmpty { break }
      read += piece
    }
    #expect(read == Data(bytes))
  }

  /// As a shell names the output of another program.
  @Test func anOpenFileOfThisProcessIsReadByItsName() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let bytes = Array("abc".utf8)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    #expect(try NamedFile.contents(of: "/dev/fd/\(ends[0])") == Data(bytes))
  }
}
