import FeedPublisher
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Layouts of the items in a request, and geometry without items: the same as `tanada layout`.
struct LayoutRoutes {
  let maximumBodySize: Int

  var routes: [Route] {
    [Route(.post, "/v1/layouts/{type}", layout)]
  }

  @Sendable private func layout(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let name = try context.parameters.require("type")
    guard let calculation = Calculations.layout(named: name) else {
      let names = Calculations.layouts.map { $0.name }.joined(separator: ", ")
      throw Problem.notFound("there is no layout \(name); expected one of \(names)")
    }
    let options = try calculation.init(request.parameters())
    let body = try await collectedBody(of: request)
    return Response(json: try options.answer(items: body))
  }

  private func collectedBody(of request: Request) async throws -> Data {
    // Refused before it is sent, if its length is known.
    if let length = request.headers[.contentLength].flatMap(Int.init), length > maximumBodySize {
      throw Problem.bodyTooLarge(limit: maximumBodySize)
    }
    do {
      let buffer = try await request.body.collect(upTo: maximumBodySize)
      return Data(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Problem.bodyTooLarge(limit: maximumBodySize)
    } catch {
      throw Problem.malformedRequest
    }
  }
}
