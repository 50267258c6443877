import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// One decoded operation of a batch: its action, or the problems that make it invalid.
struct BatchOperation: Sendable {
  /// The write that the operation asks for.
  enum Action: Sendable {
    case item(ContentOperation)
    case compose(CompositionOperation)
    case design(DesignOperation)
  }

  /// `nil` for an invalid operation.
  let action: Action?
  /// The problems of an invalid operation, with pointers relative to the operation.
  let problems: [DocumentProblem]
  /// The item, composition or design that it writes; `nil` if that is not known: the operation is invalid, or
  /// creates an item without an id.
  let subject: AuditRecord.Subject?
  /// The entity tags of its precondition; `nil` without one.
  let ifMatch: String?

  /// Reads `{"op","kind","id","if_match","body"}`, `{"op":"compose","feed","if_match","body"}`, or
  /// `{"op":"cell","cell","if_match","body"}`, and likewise for a theme.
  init(_ tree: JSONTree, kinds: ContentKinds) {
    if tree["op"]?.string == CompositionOperation.name {
      self.init(composing: tree, kinds: kinds)
    } else if let type = tree["op"]?.string.flatMap(DesignType.init(rawValue:)) {
      self.init(designing: tree, type)
    } else {
      self.init(ofItem: tree, kinds: kinds)
    }
  }

  private init(ofItem tree: JSONTree, kinds: ContentKinds) {
    let (read, found) = JSONFieldReader.read(tree) { Shape(reading: &$0, kinds: kinds) }
    let shape = read ?? Shape()
    var problems = found
    var action: ContentOperation.Action?
    var id = shape.id
    do {
      action = try shape.action(tree["body"])
    } catch {
      problems += error.inBody
    }
    if case .create(let body) = action, body.isNumbered { id = body.content.id }
    if let action, let kind = shape.kind, problems.isEmpty {
      self.action = .item(
        ContentOperation(
          kind: kind, id: id, action: action, precondition: Precondition(ifMatch: shape.ifMatch)))
    } else {
      self.action = nil
    }
    self.problems = problems
    ifMatch = shape.ifMatch
    subject = shape.kind.flatMap { kind in id.map { .item(kind.name, $0) } }
  }

  private init(composing tree: JSONTree, kinds: ContentKinds) {
    let (read, found) = JSONFieldReader.read(tree) { fields in
      _ = fields.tree("op")
      let feed = fields.value(
        "feed", expected: .words(PlainName.form)
      ) { PlainName.isValid($0) ? $0 : nil }
      let ifMatch = fields.hasValue("if_match") ? fields.text("if_match") : nil
      if !fields.contains("body") { fields.refuse("body", expected: .object) }
      fields.refuseUnknownFields()
      return (feed: feed, ifMatch: ifMatch)
    }
    var problems = found
    var composition: Composition?
    if let feed = read?.feed, let body = tree["body"] {
      do {
        composition = try Composition(reading: Data(body.bytes), of: feed, kinds: kinds)
      } catch {
        problems += error.inBody
      }
    }
    ifMatch = read?.ifMatch
    subject = read?.feed.map { .composition($0) }
    action =
      problems.isEmpty
      ? composition.map {
        .compose(
          CompositionOperation(
            composition: $0, precondition: Precondition(ifMatch: read?.ifMatch)))
      } : nil
    self.problems = problems
  }

  /// An operation on a design; the body null removes it.
  private init(designing tree: JSONTree, _ type: DesignType) {
    let (read, found) = JSONFieldReader.read(tree) { fields in
      _ = fields.tree("op")
      let name = fields.designName(type.rawValue)
      let ifMatch = fields.hasValue("if_match") ? fields.text("if_match") : nil
      if !fields.contains("body") { fields.refuse("body", expected: .words("an object or null")) }
      fields.refuseUnknownFields()
      return (name: name, ifMatch: ifMatch)
    }
    var problems = found
    var proposal: DesignProposal?
    if let body = tree["body"], !body.isNull {
      do {
        proposal = try DesignProposal(reading: body, as: type)
        if let name = read?.name, proposal?.key.name != name {
          problems.append(
            at: "/body/\(type.rawValue)", expected: .oneOf([name]),
            found: .text(proposal?.key.name ?? ""))
        }
      } catch {
        problems += error.inBody
      }
    }
    let key = read?.name.map { DesignKey(type, $0) }
    ifMatch = read?.ifMatch
    subject = key.map { .design($0) }
    action =
      problems.isEmpty
      ? key.map {
        .design(
          DesignOperation(
            key: $0, proposal: proposal, precondition: Precondition(ifMatch: read?.ifMatch)))
      } : nil
    self.problems = problems
  }
}

extension DocumentProblems {
  /// The problems of an operation's body, with pointers relative to the operation.
  fileprivate var inBody: [DocumentProblem] { listed.map { $0.below("/body", line: nil) } }
}

/// The members of an operation on an item, without its body.
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
      "op",
      expected: .oneOf(
        Name.allCases.map(\.rawValue) + [CompositionOperation.name]
          + DesignType.allCases.map(\.rawValue)),
      Name.init(rawValue:))
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

/// One write of one composition within a batch.
struct CompositionOperation: Sendable {
  /// The value of `op` for this operation.
  static let name = "compose"

  let composition: Composition
  let precondition: Precondition

  /// Writes the composition, and notes in the audit that `actor` did.
  ///
  /// - Throws: ``EditingError``, ``StoreError/kindChanged(_:)``, or `DocumentProblems` for a composition that
  ///   cannot be laid out.
  func perform(
    in transaction: any ContentWriter, by actor: AuditActor, isForced: Bool,
    checking check: Editor.CompositionCheck
  ) throws -> BatchOutcome {
    let feed = composition.feed
    try transaction.requireUnchangedKinds(of: composition)
    if !isForced { try precondition.check(try CompositionDocument(of: feed, in: transaction)) }
    try check(composition, transaction.catalogue())
    let document = CompositionDocument(composition)
    let change = try transaction.compose(document.text, of: feed, by: actor)
    return .composition(feed: feed, change, tag: document.entityTag)
  }
}
