import FeedHTTP
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension MetricsRegistry {
  /// Records the metrics of this process, under the names that Prometheus' clients give them. What the system does not
  /// report is left out.
  func recordProcess() {
    let values = [
      ("process_resident_memory_bytes", Self.residentSize.map(Double.init)),
      ("process_open_fds", Self.openFiles.map(Double.init)),
      ("process_max_fds", Self.maximumOpenFiles),
    ]
    for (name, value) in values {
      if let value { gauge(name).set(value) }
    }
    if let seconds = Self.cpuSeconds {
      gauge("process_cpu_seconds_total").set(seconds)
    }
  }

  /// The resident size in bytes (proc(5), `statm`).
  private static var residentSize: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// The time that processors have worked for it, in seconds.
  private static var cpuSeconds: Double? {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How many files and connections it has open, without the one that counts them.
  private static var openFiles: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_type == UInt8(DT_LNK) { count += 1 }
    }
    return count - 1
  }

  /// How many it may have open.
  private static var maximumOpenFiles: Double? {
    var limit = rlimit()
    #if canImport(Glibc)
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? Double(limit.rlim_cur) : nil
  }
}
