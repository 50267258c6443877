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

  /// Starts `executable`, whose answers have at most `messageSize` bytes.
  ///
  /// - Parameter readable: The files and folders that it may read beside those of the system; any if it is `nil`.
  /// - Throws: ``PictureError/noWorker(_:)``.
  init(
    executable: String, arguments: [String], messageSize: Int, readable: [String]?
  ) throws(PictureError) {
    var sockets: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else {
      throw .noWorker(String(cString: strerror(errno)))
    }
    defer { close(sockets[1]) }
    var identifier: Int32 = 0
    let reads = readable.map { ["TANADA_WORKER_READS=" + $0.joined(separator: "\n")] } ?? []
    let status = Self.spawn(
      executable, [executable] + arguments, Self.environment + reads, input: sockets[1],
      identifier: &identifier)
    guard status == 0 else {
      close(sockets[0])
      throw .noWorker("\(executable): \(String(cString: strerror(status)))")
    }
    self.identifier = identifier
    channel = WorkerChannel(descriptor: sockets[0], maximumByteCount: messageSize)
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

  /// The time for which the process has used a processor.
  var processorTime: Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return .zero
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Waits for the end of the process, which has closed its socket.
  ///
  /// - Returns: why it ended.
  private func end() -> PictureError {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let wasKilled = information.si_code == CLD_KILLED || information.si_code == CLD_DUMPED
    let isOwnFault = Self.faults.contains(information._sifields._sigchld.si_status)
    return wasKilled && isOwnFault ? .workerEnded : .workerKilled
  }

  /// The signals by which a process ends for what it did itself, such as a decoder with an error. Others
  /// come from outside, as when the system is out of memory.
  private static let faults: Set = [SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS]

  /// Ends the process at once.
  func kill() {
    _ = Glibc.kill(identifier, SIGKILL)
  }

  /// Sends a task and waits for its answer, blocking the thread until the process has answered or ended.
  func perform(_ task: PictureTask) throws(PictureError) -> [UInt8] {
    // Encoding paths and numbers does not fail.
    let json = (try? JSONEncoder().encode(task)) ?? Data()
    var message: [UInt8]?
    do throws(WorkerChannel.Failure) {
      try channel.send(Array(json))
      message = try channel.receive()
    } catch {
      switch error {
      case .closed: throw end()
      case .malformed: throw .workerEnded
      }
    }
    guard let message else { throw end() }
    // A decoder that was taken over may send anything.
    guard let answer = Result<[UInt8], PictureError>(message: message) else {
      throw .workerEnded
    }
    return try answer.get()
  }

  /// - Returns: 0, or the number of an error.
  private static func spawn(
    _ executable: String, _ arguments: [String], _ environment: [String], input: Int32,
    identifier: inout Int32
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
