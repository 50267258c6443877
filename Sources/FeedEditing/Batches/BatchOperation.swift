import FeedModel
import FeedStore
import StrictJSON

/// One operation of a batch as it was read: what is to be done, or what is wrong with it.
struct BatchOperation: Sendable {
  /// The item, as far as it is known.
  struct Place: Hashable {
    let kind: String
    let id: Int
  }

  let operation: ContentOperation?
  /// With pointers relative to the operation.
  let problems: [DocumentProblem]
  let place: Place?

  /// Reads `{"op","kind","id","if_match","body"}`.
  init(_ tree: JSONTree, kinds: ContentKinds) {
    let (read, found) = JSONFieldReader.read(tree) { Shape(reading: &$0, kinds: kinds) }
    let shape = read ?? Shape()
    var problems = found
    var action: ContentOperation.Action?
    var id = shape.id
    do {
      action = try shape.action(tree["body"])
    } catch {
      for var problem in error.listed {
        problem.pointer = "/body" + problem.pointer
        problems.append(problem)
      }
    }
    if case .create(let body) = action, body.isNumbered { id = body.content.id }
    if let action, let kind = shape.kind, problems.isEmpty {
      operation = ContentOperation(
        kind: kind, id: id, action: action, precondition: Precondition(ifMatch: shape.ifMatch))
    } else {
      operation = nil
    }
    self.problems = problems
    place = shape.kind.flatMap { kind in id.map { Place(kind: kind.name, id: $0) } }
  }
}

/// What an operation says beside its body.
private struct Shape {
  enum Name: String, CaseIterable {
    case create
    case replace
    case patch
    case delete
  }

  var name: Name?
  var kind: ContentKind?
  var id: Int?
  var ifMatch: String?

  init() {}

  init(reading fields: inout JSONFieldReader, kinds: ContentKinds) {
    name = fields.value(
      "op", expected: .oneOf(Name.allCases.map(\.rawValue)), Name.init(rawValue:))
    kind = fields.kind("kind", among: kinds)
    if fields.hasValue("id") || name.map({ $0 != .create }) == true {
      id = fields.identifier("id")
      if let found = id, found < 1 { id = nil }
    }
    if fields.hasValue("if_match") { ifMatch = fields.text("if_match") }
    if let name, fields.contains("body") != (name != .delete) {
      fields.refuse("body", expected: .words(name == .delete ? "nothing" : "an object"))
    }
    fields.refuseUnknownFields()
  }

  /// The action with `body`; `nil` if it is unknown.
  func action(_ body: JSONTree?) throws(DocumentProblems) -> ContentOperation.Action? {
    guard let name, let kind else { return nil }
    switch (name, body) {
    case (.create, let body?): return .create(try ItemBody(body, kind: kind, id: id))
    case (.replace, let body?): return .replace(try ItemBody(body, kind: kind, id: id))
    case (.patch, let body?): return .patch(body)
    case (.delete, nil): return .delete
    default: return nil
    }
  }
}
