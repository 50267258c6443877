import Foundation
import Glibc

/// Threads for work that waits long outside of this program, which would hold one of the few threads that run tasks.
package enum OwnThread {
  /// Runs `body` on a thread of its own.
  ///
  /// - Throws: ``OwnThreadError`` if the system has no thread left. Foundation's `Thread` would never run then.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async throws(OwnThreadError) -> Value {
    let result: Result<Value, OwnThreadError> = await withCheckedContinuation { continuation in
      do throws(OwnThreadError) {
        try start { continuation.resume(returning: .success(body())) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }

  /// Makes sure that `count` threads can run at the same time, beside those that run already.
  ///
  /// - Throws: ``OwnThreadError``.
  package static func require(_ count: Int) throws(OwnThreadError) {
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchGroup())
    defer {
      for _ in 0..<count { end.signal() }
      ended.wait()
    }
    for number in 0..<count {
      ended.enter()
      do throws(OwnThreadError) {
        try start {
          end.wait()
          ended.leave()
        }
      } catch {
        ended.leave()
        throw OwnThreadError(reason: error.reason, started: number, needed: count)
      }
    }
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) throws(OwnThreadError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard failure != 0 else { return }
    work.release()
    throw OwnThreadError(reason: String(cString: strerror(failure)))
  }
}

/// The system starts no further thread.
package struct OwnThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error message of the system.
  let reason: String
  /// How many of `needed` threads were started; `nil` where one was asked for.
  var started: Int?
  var needed = 1

  package var description: String {
    guard let started else { return "no thread can be started: \(reason)" }
    return "only \(started) of \(needed) threads can be started (\(reason)); allow this user or "
      + "service more processes and threads (ulimit -u, TasksMax)"
  }
}
