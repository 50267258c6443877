import FeedServer
import HTTPTypes
import FeedPublisher

extension FeedApplication {
  /// The answer of the server for an export: to a client that nobody knows, without a connection.
  @Sendable func exportAnswer(_ address: String, in coding: String?) async throws -> ExportAnswer {
    let response = try await answer(
      .get, address, headers: [.acceptEncoding: coding ?? "identity"])
    var fields: [String: String] = [:]
    for field in response.headers { fields[field.name.canonicalName] = field.value }
    return ExportAnswer(status: response.status, fields: fields, bytes: response.body)
  }
}
