import FeedModel
import Foundation
import TestSupport
import Testing

/// Files that somebody named to be written: what is there stays what it is.
@Suite(.hangLimit) struct WrittenFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ text: String, to path: String, isInNamedFolder: Bool = false
  ) throws(FileRefusal) {
    let file = try WrittenFile(at: path, isInNamedFolder: isInNamedFolder)
    for byte in text.utf8 { try file.write([byte]) }
    try file.finish()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  private func status(_ path: String) throws -> stat {
    var information = stat()
    try #require(lstat(path, &information) == 0)
    return information
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func link(_ name: String, to goal: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: goal)
    return folder.path(name)
  }

  @Test func aFileIsReplacedOnceTheNewOneIsComplete() throws {
    let path = try folder.write("old", to: "a")
    try #require(chmod(path, 0o640) == 0)
    let number = try status(path).st_ino
    do {
      let file = try WrittenFile(at: path)
      try file.write(Array("half".utf8))
      #expect(try text("a") == "old")
    }
    #expect(try text("a") == "old")
    #expect(try names() == ["a"])
    try folder.write("of a killed one", to: "a.unfinished")
    try write("new", to: path)
    #expect(try text("a") == "new")
    #expect(try status(path).st_ino != number)
    #expect(try status(path).st_mode & 0o777 == 0o640)
    try write("one more", to: folder.path("b"))
    #expect(try text("b") == "one more")
    #expect(try names() == ["a", "b"])
  }

  /// Links of links, to what is there or not yet, from one folder to another.
  @Test func theGoalOfALinkIsReplacedAndTheLinkStays() throws {
    try folder.write("old", to: "goals/there")
    let first = try link("first", to: "goals/there")
    let second = try link("second", to: first)
    let third = try link("third", to: "second")
    let dangling = try link("dangling", to: "goals/new")
    for path in [first, second, third, dangling] {
      try write(path, to: path)
      #expect(try status(path).st_mode & S_IFMT == S_IFLNK)
      #expect(try text(path == dangling ? "goals/new" : "goals/there") == path)
    }
    let loop = try link("loop", to: "loop")
    #expect(throws: FileRefusal.failed(ELOOP)) { try write("x", to: loop) }
  }

  /// By its name, and behind a link.
  @Test(arguments: [false, true]) func aPipeIsWrittenTo(isLinked: Bool) throws {
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open for both, so that opening it waits for nobody.
    let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    try write("a document", to: isLinked ? try link("link", to: "pipe") : pipe)
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "a document")
    #expect(try status(pipe).st_mode & S_IFMT == S_IFIFO)
    #expect(try names() == (isLinked ? ["link", "pipe"] : ["pipe"]))
  }

  /// As a shell names the input of another program; a file goes on where it is.
  @Test func anOpenFileOfThisProcessIsWrittenByItsName() throws {
    let path = try folder.write("before ", to: "a")
    let opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    try #require(opened >= 0)
    defer { close(opened) }
    for name in ["/dev/fd/\(opened)", try link("link", to: "/proc/self/fd/\(opened)")] {
      try write("after ", to: name)
    }
    #expect(try text("a") == "before after after ")
    #expect(try names() == ["a", "link"])
  }

  @Test func foldersAndSocketsAreRefused() throws {
    let other = folder.path("folder")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    let socket = try folder.makeSocket("socket")
    let cases: [(String, FileRefusal)] = [
      (other, .folder), (try link("to-folder", to: "folder"), .folder), (socket, .socket),
      (try link("to-socket", to: "socket"), .socket), (folder.path("none/a"), .failed(ENOENT)),
    ]
    let before = try names()
    for (path, refusal) in cases {
      #expect(throws: refusal, "\(path)") { try write("x", to: path) }
    }
    #expect(try names() == before)
    #expect(try status(socket).st_mode & S_IFMT == S_IFSOCK)
    #expect("\(FileRefusal.socket)" == "is a socket; expected a file")
  }

  /// Whoever names a folder names nothing that a link in it leads to.
  @Test func inANamedFolderALinkIsReplacedAndAllElseRefused() throws {
    try folder.write("mine", to: "victim")
    let path = try link("a", to: "victim")
    try write("new", to: path, isInNamedFolder: true)
    #expect(try text("a") == "new" && text("victim") == "mine")
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for (path, refusal) in [
      (pipe, FileRefusal.pipe), (try folder.makeSocket("socket"), .socket),
      (folder.url.path, .folder),
    ] {
      #expect(throws: refusal) { try write("x", to: path, isInNamedFolder: true) }
    }
    #expect(try status(pipe).st_mode & S_IFMT == S_IFIFO)
  }
}
