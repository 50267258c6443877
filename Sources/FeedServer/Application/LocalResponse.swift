package import HTTPTypes
import Hummingbird
import NIOCore

/// A response that was collected instead of sent.
package struct LocalResponse: Sendable {
  package let status: Int
  package let headers: HTTPFields
  package let body: [UInt8]

  init(_ response: Response) async throws {
    let collector = Collector()
    try await response.body.write(collector)
    status = response.status.code
    headers = response.headers
    body = collector.bytes
  }

  private final class Collector: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws {
      bytes.append(contentsOf: buffer.readableBytesView)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
