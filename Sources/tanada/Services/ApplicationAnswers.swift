import FeedServer
import HTTPTypes
import FeedPublisher

/// The answers of the server for an export: to a client that nobody knows, without a connection.
struct ApplicationAnswers: ExportAnswers {
  let application: FeedApplication

  func answer(_ address: String, in coding: String?) async throws -> ExportAnswer {
    let response = try await application.answer(
      .get, address, headers: [.acceptEncoding: coding ?? "identity"])
    var fields: [String: String] = [:]
    for field in response.headers { fields[field.name.canonicalName] = field.value }
    return ExportAnswer(status: response.status, fields: fields, bytes: response.body)
  }
}
