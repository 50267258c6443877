import Foundation
import Synchronization

/// A program that ends with this process, however this one ends.
///
/// A shell starts it and reads from a pipe, whose other end closes with this process.
package final class GuardedProcess: Sendable {
  private let shell: pid_t
  private let input: FileHandle
  private let hasEnded = Mutex(false)

  /// Starts `arguments`, with the output appended to the file `log`. When this process ends, the program gets SIGQUIT,
  /// and `folder` is removed.
  package init(_ arguments: [String], log: String, folder: String) throws {
    let script = """
      log=$1; folder=$2; shift 2
      "$@" </dev/null >>"$log" 2>&1 &
      if read -r line; then
        kill -INT $! 2>/dev/null; wait $!
      else
        kill -QUIT $! 2>/dev/null; wait $!; rm -rf "$folder"
      fi
      """
    let pipe = Pipe()
    input = pipe.fileHandleForWriting
    _ = fcntl(input.fileDescriptor, F_SETFD, FD_CLOEXEC)
    shell = try Self.spawn(
      ["/bin/sh", "-c", script, "sh", log, folder] + arguments,
      input: pipe.fileHandleForReading.fileDescriptor, output: "/dev/null")
    try pipe.fileHandleForReading.close()
  }

  deinit {
    try? input.close()
    reap()
  }

  /// Ends the program, waits for it, and leaves the folder.
  package func end() {
    try? input.write(contentsOf: Data("end\n".utf8))
    reap()
  }

  private func reap() {
    hasEnded.withLock { hasEnded in
      guard !hasEnded else { return }
      hasEnded = true
      var status: Int32 = 0
      while waitpid(shell, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Runs a program to its end, with its output in a file, and returns its status.
  package static func run(_ arguments: [String], output: String) throws -> Int32 {
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let process = try spawn(arguments, input: input, output: output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Starts a program in a group of its own: what interrupts a terminal's programs does not reach it.
  private static func spawn(_ arguments: [String], input: Int32, output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Files of other tests that are open without close-on-exec. Closing what is not open is no error.
    for number in Int32(3)..<Int32(min(getdtablesize(), 8192)) {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let strings = arguments.map { strdup($0) } + [nil]
    let environment: [String] = ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C.UTF-8"]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in strings + variables { free(text) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, arguments[0], &actions, &attributes, strings, variables)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
    return pid
  }
}
