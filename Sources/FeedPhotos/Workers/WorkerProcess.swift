import CVips
import Foundation
import Glibc

/// One worker process as its parent sees it. It is used by one task at a time.
///
/// Foundation's `Process` is not used: it needs a thread and a run loop for each process, and leaves files
/// open in the child that the parent has open.
final class WorkerProcess: Sendable {
  let identifier: Int32
  private let channel: WorkerChannel

  /// Starts `executable`.
  ///
  /// - Throws: ``PictureError/noWorker(_:)``.
  init(executable: String, arguments: [String]) throws(PictureError) {
    var sockets: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else {
      throw .noWorker(String(cString: strerror(errno)))
    }
    defer { close(sockets[1]) }
    var identifier: Int32 = 0
    let status = Self.spawn(
      executable, [executable] + arguments, input: sockets[1], identifier: &identifier)
    guard status == 0 else {
      close(sockets[0])
      throw .noWorker("\(executable): \(String(cString: strerror(status)))")
    }
    self.identifier = identifier
    channel = WorkerChannel(descriptor: sockets[0])
  }

  deinit {
    kill()
    close(channel.descriptor)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Whether the process has not ended yet.
  var isRunning: Bool {
    var information = siginfo_t()
    // The process stays to be waited for, so that its identifier is not used for another one.
    let status = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return status == 0 && information.si_code == 0
  }

  /// Ends the process at once.
  func kill() {
    _ = Glibc.kill(identifier, SIGKILL)
  }

  /// Sends a task and waits for its answer, blocking the thread until the process has answered or ended.
  func perform(_ task: PictureTask) throws(PictureError) -> [UInt8] {
    do {
      try channel.send(Array(try JSONEncoder().encode(task)))
      guard let message = try channel.receive(), let answer = WorkerAnswer(message) else {
        throw PictureError.workerEnded
      }
      switch answer {
      case .done(let bytes): return bytes
      case .failed(let error): throw error
      }
    } catch let error as PictureError {
      throw error
    } catch {
      throw .workerEnded
    }
  }

  /// - Returns: 0, or the number of an error.
  private static func spawn(
    _ executable: String, _ arguments: [String], input: Int32, identifier: inout Int32
  ) -> Int32 {
    let strings = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in strings + variables { free(text) } }
    return tanada_spawn(executable, strings, variables, input, &identifier)
  }

  /// The environment variables with which libraries find fonts, and settings that limit their memory use.
  private static var environment: [String] {
    let inherited = ProcessInfo.processInfo.environment
    let kept = ["HOME", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "TMPDIR"]
    return kept.compactMap { name in inherited[name].map { "\(name)=\($0)" } } + [
      "LANG=C.UTF-8", "VIPS_WARNING=0", "MALLOC_ARENA_MAX=2",
    ]
  }
}
