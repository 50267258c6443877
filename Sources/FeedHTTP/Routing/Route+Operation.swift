package import FeedModel
package import FeedStore
import FeedPublisher

extension Route {
  /// The parameters, bodies and answers of a route, for all requests or for those of one kind of content.
  package struct Operation: Sendable {
    /// A body's media type and schema.
    package struct Content: Sendable {
      package let mediaType: String
      package let schema: Schema

      package init(_ mediaType: String, _ schema: Schema) {
        self.mediaType = mediaType
        self.schema = schema
      }

      package static func json(_ schema: Schema) -> Content { Content("application/json", schema) }
    }

    /// A possible answer.
    package struct Answer: Sendable {
      package let status: Int
      package let description: String
      package let content: [Content]

      package init(_ status: Int, _ description: String, _ content: [Content] = []) {
        self.status = status
        self.description = description
        self.content = content
      }
    }

    /// A name for generated clients: `listPickupPhotos`.
    package let id: String
    /// Its purpose, in a sentence.
    package let summary: String
    /// The path, if it is one of those that the pattern of the route stands for.
    package let path: String?
    /// Parameters that only this operation has, and the handler checks.
    package let parameters: [Parameter]
    package let body: [Content]
    package let answers: [Answer]
    /// The statuses of its problem documents, besides those of every route and those that its role, its body and its
    /// precondition bring.
    package let problems: [Int]

    package init(
      _ id: String, _ summary: String, path: String? = nil, parameters: [Parameter] = [],
      body: [Content] = [], answers: [Answer], problems: [Int] = []
    ) {
      self.id = id
      self.summary = summary
      self.path = path
      self.parameters = parameters
      self.body = body
      self.answers = answers
      self.problems = problems
    }
  }
}

extension Route.Operation.Answer {
  /// The answer 200 with a JSON body.
  package static func ok(_ schema: Schema, _ description: String) -> Self {
    Self(200, description, [.json(schema)])
  }

  /// The answer 201 with a JSON body.
  package static func created(_ schema: Schema, _ description: String) -> Self {
    Self(201, description, [.json(schema)])
  }

  /// The answer to a client that has the newest representation already.
  package static let notModified = Self(304, "The client's copy is current.")
}

/// A parameter of requests: what is described is also what is checked.
package struct Parameter: Sendable {
  /// The location of a parameter.
  package enum Place: String, Sendable {
    case path, query, header
  }

  package let name: String
  package let place: Place
  package let schema: Schema
  package let description: String
  package let isRequired: Bool
  /// The role that a request needs to have it, beyond that of the route; `nil` for none.
  package private(set) var role: TokenRole?

  package static func query(
    _ name: String, _ schema: Schema, _ description: String, isRequired: Bool = false,
    role: TokenRole? = nil
  ) -> Parameter {
    Parameter(
      name: name, place: .query, schema: schema, description: description, isRequired: isRequired,
      role: role)
  }

  package static func header(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
    Parameter(
      name: name, place: .header, schema: schema, description: description, isRequired: false)
  }

  package static func path(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
    Parameter(name: name, place: .path, schema: schema, description: description, isRequired: true)
  }

  /// The parameter for requests of `role`.
  package func requiring(_ role: TokenRole) -> Parameter {
    var parameter = self
    parameter.role = role
    return parameter
  }
}

extension Parameter {
  /// Returns whether the schema allows `text`. Handlers check the forms of texts, with messages of their own.
  func accepts(_ text: String) -> Bool {
    switch schema.form {
    case .boolean: Bool(text) != nil
    case .integer(let range): text.isDecimal && Int(text).map(range.contains) ?? false
    case .number(let range): text.jsonNumber.map { range?.contains($0) ?? true } ?? false
    case .names(let names, isOpen: false): names.contains(text)
    default: true
    }
  }

  func refuse(_ found: String) throws(Problem) -> Never {
    throw .invalidParameter(name, expected: schema.expectation, found: found)
  }
}
