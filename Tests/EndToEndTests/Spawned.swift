import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A process on its way, with its output in files: a full pipe would stop it.
///
/// Foundation's `Process` is not used: it goes through the open files of this process when it starts
/// another one, and crashes where there are more than a thousand.
final class Spawned: Sendable {
  let pid: pid_t
  private let output: URL
  private let messages: URL
  private let waiting = AsyncStream.makeStream(of: Void.self)
  private let end = Mutex<End?>(nil)

  /// How a process ended: with a status, or by a signal.
  private struct End {
    let status: Int32
    let wasKilled: Bool

    init(_ waitStatus: Int32) {
      let signal = waitStatus & 0x7f
      wasKilled = signal != 0
      status = wasKilled ? signal : (waitStatus >> 8) & 0xff
    }
  }

  convenience init(
    tanada arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    try self.init(Tanada.binary.path, arguments, in: folder, environment: environment)
  }

  init(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder,
    environment: [String: String] = [:], input: Data = Data(), standardInput: Pipe? = nil
  ) throws {
    let name = UUID().uuidString
    output = folder.url.appending(path: ".\(name).out")
    messages = folder.url.appending(path: ".\(name).err")
    let file = folder.url.appending(path: ".\(name).in")
    for (url, content) in [(output, Data()), (messages, Data()), (file, input)] {
      try content.write(to: url)
    }
    let files = [
      try FileHandle(forReadingFrom: file), try FileHandle(forWritingTo: output),
      try FileHandle(forWritingTo: messages),
    ]
    defer { for file in files { try? file.close() } }
    var descriptors = files.map(\.fileDescriptor)
    if let standardInput {
      descriptors[0] = standardInput.fileHandleForReading.fileDescriptor
      // The process reads to the end, which comes when nobody has the other side open any more.
      _ = fcntl(standardInput.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    // Nothing of the machine's own settings but where sanitizers write to, and a terminal that is none.
    let variables = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "TERM": "dumb"]
      .merging(Self.sanitizers) { $1 }
      .merging(environment) { $1 }
    pid = try Self.start(
      ["/usr/bin/env", "--chdir=\(folder.url.path)", program] + arguments,
      variables: variables.map { "\($0)=\($1)" }, descriptors: descriptors)
    Thread { [self] in wait() }.start()
  }

  /// The options of sanitizers, and what is preloaded for one of them.
  private static let sanitizers = ProcessInfo.processInfo.environment.filter { name, _ in
    name.hasSuffix("SAN_OPTIONS") || name == "LD_PRELOAD"
  }

  /// Starts a program with `descriptors` as its 0, 1 and 2, and no other open files.
  private static func start(
    _ arguments: [String], variables: [String], descriptors: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // Files of other tests that are open without close-on-exec. Closing what is not open is no error.
    for number in Int32(descriptors.count)..<Int32(min(getdtablesize(), 8192)) {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that this process ignores or blocks are not ignored or blocked in the other one.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let strings = arguments.map { strdup($0) } + [nil]
    let variables = variables.map { strdup($0) } + [nil]
    defer { for text in strings + variables { free(text) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, arguments[0], &actions, &attributes, strings, variables)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
    return pid
  }

  private func wait() {
    // The process stays until its end is known here, so that its identifier is not used for another one.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    end.withLock { end in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      end = End(status)
    }
    waiting.continuation.finish()
  }

  func send(_ signal: Int32) {
    end.withLock { end in
      if end == nil { _ = kill(pid, signal) }
    }
  }

  /// Waits until the process has ended.
  func outcome() async throws -> Tanada.Outcome {
    for await _ in waiting.stream {}
    let end = try #require(end.withLock { $0 })
    return Tanada.Outcome(
      status: end.status, wasKilled: end.wasKilled, output: try Data(contentsOf: output),
      messages: try String(contentsOf: messages, encoding: .utf8))
  }

  /// Whether the process has ended.
  var hasEnded: Bool { end.withLock { $0 != nil } }

  /// The first line of the output, as soon as it is there; `nil` if the process ends before.
  func firstLine() async throws -> String? {
    var line: String?
    try await eventually {
      let hasEnded = hasEnded
      let text = try String(contentsOf: output, encoding: .utf8)
      line = text.firstIndex(of: "\n").map { String(text[..<$0]) }
      return line != nil || hasEnded
    }
    return line
  }
}
