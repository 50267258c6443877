import FeedModel

/// Every operation of the API.
enum Operations {
  static let all: [Operation] =
    feeds + content + writing + [batch] + transfers + administration + layouts + service

  /// What answers with `schema` as JSON.
  static func ok(_ schema: Schema, _ description: String) -> Operation.Answer {
    Operation.Answer(status: 200, description: description, content: [.json(schema)])
  }

  /// The client has the newest answer already.
  static let notModified = Operation.Answer(
    status: 304, description: "What the client has is the newest.")
}

extension ContentKind {
  /// `PickupPhotos` for `pickup_photos`, for the names of operations.
  var operationName: String {
    rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
