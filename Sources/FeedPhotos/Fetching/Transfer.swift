import CCurl
import Foundation
import Synchronization

/// One fetch of a URL, which runs on a thread of its own and can be cancelled from any other.
final class Transfer: Sendable {
  private let url: String
  private let head: Int?
  private let limits: PictureFetcher.Limits
  private let allows: @Sendable ([UInt8]) -> Bool
  private let isCancelled = Atomic(false)

  /// A fetch of the first `head` bytes, or of all up to the limit, from addresses that `allows` allows.
  init(
    url: String, head: Int? = nil, limits: PictureFetcher.Limits,
    allows: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.url = url
    self.head = head
    self.limits = limits
    self.allows = allows
  }

  /// Runs `body` on a thread of its own, because a fetch blocks it: the threads that run tasks are as
  /// few as the machine has cores. Cancelling the task cancels the fetch.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Transfer) throws(FetchError) -> Value
  ) async throws(FetchError) -> Value {
    let result = await withTaskCancellationHandler {
      do throws(OwnThreadError) {
        return try await OwnThread.run {
          Result { () throws(FetchError) -> Value in try body(self) }
        }
      } catch {
        return .failure(.interrupted(reason: error.description))
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  /// Fetches the URL and waits until all is received, or until `receive`, which is called with the next
  /// bytes each time, returns that no more are wanted.
  func fetch(receive: @escaping (UnsafeRawBufferPointer) -> Bool) throws(FetchError) {
    let handlers = Handlers(allows: allows, receive: receive) {
      self.isCancelled.load(ordering: .relaxed)
    }
    var result = tanada_fetch_result()
    withExtendedLifetime(handlers) {
      url.withCString { url in
        var request = tanada_fetch_request(
          url: url, head: Int64(head ?? 0), limits: requestLimits,
          context: Unmanaged.passUnretained(handlers).toOpaque(),
          allows: { context, address, count in
            let address = UnsafeBufferPointer(start: address, count: count)
            return Handlers.of(context).allows(Array(address))
          },
          receive: { context, bytes, count in
            Handlers.of(context).receive(UnsafeRawBufferPointer(start: bytes, count: count))
          },
          is_cancelled: { Handlers.of($0).isCancelled() })
        tanada_fetch(&request, &result)
      }
    }
    if let error = FetchError(result, limits: limits) { throw error }
  }

  private var requestLimits: tanada_fetch_limits {
    tanada_fetch_limits(
      // A head needs no limit: the transfer ends after its bytes, however large the picture is.
      maximum_bytes: head == nil ? Int64(limits.maximumByteCount) : 0,
      connect_timeout: limits.connectTimeout.wholeMilliseconds,
      timeout: limits.timeout.wholeMilliseconds,
      stall_timeout: limits.stallTimeout.wholeMilliseconds,
      redirects: Int32(PictureFetcher.redirectLimit))
  }

  /// The callbacks of a request, kept alive while it runs.
  private final class Handlers {
    let allows: ([UInt8]) -> Bool
    let receive: (UnsafeRawBufferPointer) -> Bool
    let isCancelled: () -> Bool

    init(
      allows: @escaping ([UInt8]) -> Bool, receive: @escaping (UnsafeRawBufferPointer) -> Bool,
      isCancelled: @escaping () -> Bool
    ) {
      self.allows = allows
      self.receive = receive
      self.isCancelled = isCancelled
    }

    static func of(_ context: UnsafeMutableRawPointer) -> Handlers {
      Unmanaged<Handlers>.fromOpaque(context).takeUnretainedValue()
    }
  }
}

extension Duration {
  /// The duration in milliseconds, at least 1, because 0 stands for no limit in libcurl.
  var wholeMilliseconds: Int64 {
    max(1, Int64(self / .milliseconds(1)))
  }
}
