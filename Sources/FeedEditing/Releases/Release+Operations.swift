package import FeedModel
package import FeedStore
package import StrictJSON

extension Release {
  /// The operations as they were written by clients; none if they cannot be parsed.
  package var operationTrees: [JSONTree] { JSONTree(json: operations)?.elements ?? [] }

  /// Whether its operations can be read: another tool may have damaged them.
  var isReadable: Bool { JSONTree(json: operations)?.elements != nil }

  /// Sets the time at which it is published; `nil` for by hand. A failed release is prepared again.
  package mutating func schedule(at moment: Timestamp?) {
    publishAt = moment
    state = .prepared
  }

  /// How many operations it has.
  package var operationCount: Int { operationTrees.count }

  /// The strong entity tag of its name, note, time and operations.
  package var entityTag: String {
    EntityTag.text(
      of: JSONWriter.encode { writer in
        writer.array([name, note, publishAt?.rfc3339 ?? "", operations]) { $0.value($1) }
      })
  }

  /// The operations, read for items of `kinds`.
  func batch(_ kinds: ContentKinds) -> Batch {
    Batch(ofRelease: operationTrees, kinds: kinds)
  }

  /// Replaces the operations by `elements`. The base of a subject that had an operation before is kept.
  ///
  /// - Returns: the operations whose bases are of the content that is read.
  /// - Throws: ``StoreError``.
  @discardableResult
  mutating func setOperations(
    _ elements: [JSONTree], in reader: any ContentReader
  ) throws -> [BatchOperation] {
    let kinds = try reader.kinds()
    var read: [BatchOperation] = []
    let batch = Batch(ofRelease: elements, kinds: kinds)
    // A base that came from an operation's `if_match` is dropped with that `if_match`.
    let asked = self.batch(kinds).operations.filter { $0.ifMatch != nil }.compactMap(\.subject)
    let former = bases.filter { base in !asked.contains { $0.description == base.key } }
    bases = [:]
    for operation in batch.operations {
      guard let subject = operation.subject, bases[subject.description] == nil else { continue }
      let base: String? =
        if let asked = operation.ifMatch {
          asked
        } else if let known = former[subject.description] {
          known
        } else {
          try operation.found(in: reader).tag
        }
      if operation.ifMatch == nil, former[subject.description] == nil { read.append(operation) }
      bases.updateValue(base, forKey: subject.description)
    }
    var writer = JSONWriter()
    writer.array(elements) { $0.raw($1.bytes) }
    operations = String(decoding: writer.bytes, as: UTF8.self)
    return read
  }

  /// Gives the subjects of `operations` the bases that are there now.
  ///
  /// - Throws: ``StoreError``.
  mutating func setBases(of operations: [BatchOperation], in reader: any ContentReader) throws {
    for operation in operations {
      guard let subject = operation.subject else { continue }
      bases.updateValue(try operation.found(in: reader).tag, forKey: subject.description)
    }
  }

  /// Whether its operations, and what they were prepared on, are those of `other`.
  func hasOperations(of other: Release) -> Bool {
    operations.exact == other.operations.exact && bases == other.bases
      && publishedRevision == other.publishedRevision
  }
}

extension BatchOperation {
  /// The current state of its subject.
  ///
  /// - Throws: ``StoreError``.
  func found(in reader: any ContentReader) throws -> Precondition.Found {
    switch action {
    case .item(let operation):
      guard let id = operation.id else { return .nothing }
      return try reader.previousItem(of: operation.kind, id: id).found
    case .compose(let operation):
      do {
        let document = try CompositionDocument(
          of: operation.composition.feed, in: reader)
        return document.map { .tagged($0.entityTag) } ?? .nothing
      } catch EditingError.compositionUnreadable {
        return .unreadable
      }
    case .design(let operation):
      return try reader.catalogue()[operation.key].map { .tagged($0.entityTag) } ?? .nothing
    case nil: return .nothing
    }
  }
}

extension Precondition.Found {
  /// The state as an entity tag: `unreadable` for a damaged resource, `nil` for none.
  package var tag: String? {
    switch self {
    case .nothing: nil
    case .tagged(let tag): tag
    case .unreadable: "unreadable"
    }
  }
}
