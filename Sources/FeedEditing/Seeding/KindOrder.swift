import FeedModel
import StrictJSON

/// The order in which the kinds of a database were defined, as a file beside their definitions: `kinds/order.json`.
///
/// A definition is never in a file of that name: `order` is a word of SQL, so no kind can be called that.
struct KindOrder: Hashable, Sendable {
  /// The name of the file.
  static let fileName = "order.json"

  let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  /// Reads `{"order":["campaign_banners",…]}`. Names become parts of paths, so each has to be well-formed.
  ///
  /// - Throws: everything that is wrong with it.
  init(reading tree: JSONTree) throws(DocumentProblems) {
    let (names, found) = JSONFieldReader.read(tree) { fields in
      let names = fields.tree("order")?.elements?.map(\.string)
      if names?.contains(nil) ?? true {
        fields.refuse("order", expected: .words("an array of names of kinds"))
      }
      for (index, name) in (names ?? []).enumerated() {
        guard let name, !ReservedNames.isWellFormed(name) else { continue }
        fields.problems.append(
          at: "/order/\(index)", expected: .words(ReservedNames.form), found: .text(name))
      }
      fields.refuseUnknownFields()
      return names?.compactMap { $0 } ?? []
    }
    guard found.isEmpty, let names else { throw DocumentProblems(found) }
    self.names = names
  }

  /// Whether `tree` looks like an order, and not like a definition.
  static func isWritten(in tree: JSONTree) -> Bool {
    tree["order"] != nil && tree["kind"] == nil && tree["kinds"] == nil
  }

  /// The file, a kind a line.
  var bytes: [UInt8] {
    let names = names
    let json = JSONWriter.encode { $0.object { $0.array("order", names) { $0.value($1) } } }
    return JSONTree(json: String(decoding: json, as: UTF8.self))?.lines(width: 0) ?? json
  }
}

/// The kinds of a database before and after their definitions are seeded, and the way there.
struct KindSuccession: Sendable {
  let before: ContentKinds
  let after: ContentKinds
  /// The kinds that are removed first, all of them without items.
  let removed: [ContentKind]
  /// The definitions, in their order.
  let proposals: [KindProposal]

  /// The succession that applies `proposals`. New kinds are defined in the order of `order`, those that it does not
  /// name behind the others.
  ///
  /// - Parameter isNew: whether nothing was ever written to the database. Then it gets exactly the kinds of `order`,
  ///   if there is one: of the kinds of every new database those that it names, in its order.
  init(
    from before: ContentKinds, isNew: Bool, applying proposals: [KindProposal], order: KindOrder?
  ) {
    self.before = before
    var places: [String: Int] = [:]
    for (place, name) in (order?.names ?? []).enumerated() where places[name] == nil {
      places[name] = place
    }
    func isBefore(_ left: KindProposal, _ right: KindProposal) -> Bool {
      places[left.kind.name, default: .max] < places[right.kind.name, default: .max]
    }
    guard isNew, order != nil else {
      removed = []
      self.proposals = proposals.stablySorted(by: isBefore)
      after = self.proposals.reduce(before) { $0.replacing($1.kind) }
      return
    }
    let proposed = Set(proposals.map(\.kind.name))
    let kept = before.all.filter { places[$0.name] != nil && !proposed.contains($0.name) }
    let all = (kept.map { KindProposal($0) } + proposals).stablySorted(by: isBefore)
    let inPlace = zip(before.all, all).prefix { $0.name == $1.kind.name }.count
    removed = Array(before.all.dropFirst(inPlace))
    self.proposals = all
    after = ContentKinds(all.map(\.kind))
  }
}

extension Array {
  /// Returns the elements in order; equal ones stay in theirs.
  fileprivate func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { left, right in
      if isBefore(left.element, right.element) { return true }
      if isBefore(right.element, left.element) { return false }
      return left.offset < right.offset
    }.map(\.element)
  }
}
