import FeedModel
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only place that reads the clock. Everything else gets the time passed in.
struct Clock: TimeSource {
  @Sendable static func now() -> Timestamp { Timestamp(Date()) }

  var now: Timestamp { Self.now() }

  var uptime: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }

  func schedule(
    after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    host.schedule(after: delay, fire)
  }
}

/// This program.
enum Program {
  /// The path of its file, also after it was replaced by another version.
  static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  /// The folder that its file is or, if it was replaced, was in; `nil` if it is not known.
  static var folder: String? {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    return file.isEmpty ? nil : URL(filePath: file).deletingLastPathComponent().path
  }
}

extension [UInt8] {
  /// Unpredictable bytes from the system's generator, with a call of the system for each eight: the only place that makes
  /// them. Everything else gets them passed in.
  @Sendable static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
      Swift.withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(count))
  }
}

/// How many files and connections the process may have open.
///
/// A server that runs out of them cannot accept connections any more, so the limit is raised at the
/// start.
enum OpenFiles {
  /// Files that are open besides connections: the database, its log, the event loops.
  static let reserve = 128

  /// Makes sure that there can be connections beside the other files: libraries end the process when they cannot
  /// open theirs.
  static func require() throws(Failure) {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_max <= rlim_t(reserve) else { return }
    throw Failure(
      "only \(limit.rlim_max) files can be open, and a server needs at least \(reserve + 1); raise "
        + "the limit on open files (ulimit -n, LimitNOFILE)")
  }

  #if canImport(Glibc)
    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let kind = RLIMIT_NOFILE
  #endif

  /// Asks the system for `connections`.
  ///
  /// - Returns: how many the system grants, at most `connections`.
  static func make(roomFor connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return connections }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      _ = setrlimit(kind, &limit)
      guard getrlimit(kind, &limit) == 0 else { return connections }
    }
    guard limit.rlim_cur < wanted else { return connections }
    return max(1, Int(limit.rlim_cur) - reserve)
  }
}
