import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

extension ResponseBody {
  /// The same body, whose size is told to `onEnd` once it is sent, or once it cannot be sent.
  func counted(_ onEnd: @escaping @Sendable (_ bytes: Int) -> Void) -> ResponseBody {
    let body = self
    return ResponseBody { writer in
      let count = ByteCount()
      defer { onEnd(count.value) }
      try await body.write(
        writer.map { buffer in
          count.add(buffer.readableBytes)
          return buffer
        })
    }
  }
}

private final class ByteCount: Sendable {
  private let bytes = Atomic(0)

  var value: Int { bytes.load(ordering: .relaxed) }

  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}
