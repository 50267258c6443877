import FeedModel
import Foundation
import StrictJSON

/// The definitions of a seeding, and what is wrong with them.
struct SeedKinds: Sendable {
  /// A definition, its file, and the JSON Pointer of it there.
  private typealias Definition = (proposal: KindProposal, path: String, pointer: String)

  let succession: KindSuccession
  /// The files with problems.
  private(set) var invalid: [InvalidFile] = []
  /// The names of kinds whose definitions cannot be read.
  private(set) var unreadable: Set<String> = []
  /// The file of each kind.
  let paths: [String: String]

  /// Reads the files at `paths`.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of the database.
  ///   - isNew: whether nothing was ever written to it.
  ///   - check: whether the items of a kind can be laid out.
  /// - Throws: ``SeedError/unreadable(path:)``.
  init(
    reading paths: [String], onto kinds: ContentKinds, isNew: Bool,
    checking check: (ContentKind) throws -> Void
  ) throws(SeedError) {
    var reading = Reading()
    for path in paths {
      try reading.read(path)
    }
    succession = KindSuccession(
      from: kinds, isNew: isNew, applying: reading.definitions.map(\.proposal),
      order: reading.order?.order)
    self.paths = Dictionary(
      reading.definitions.map { ($0.proposal.kind.name, $0.path) }, uniquingKeysWith: { $1 })
    unreadable = reading.unreadable
    for path in paths {
      var problems = reading.problems[path]?.listed ?? []
      for definition in reading.definitions where definition.path == path {
        problems += self.problems(of: definition, check)
      }
      if let order = reading.order, order.path == path {
        problems += self.problems(of: order.order)
      }
      guard !problems.isEmpty else { continue }
      invalid.append(InvalidFile(path: path, problems: DocumentProblems(problems)))
    }
  }

  /// The problems of a definition among the others, and beside the one that it replaces.
  private func problems(of definition: Definition, _ check: (ContentKind) throws -> Void)
    -> [DocumentProblem]
  {
    let kind = definition.proposal.kind
    let removed = succession.removed.contains { $0.name == kind.name }
    let former = removed ? nil : succession.before[kind.name]
    var problems = succession.after.problems(of: kind).filter { problem in
      // A kind that cannot be read is reported in its own file.
      guard case .text(let name) = problem.found else { return true }
      return !unreadable.contains(name)
    }
    problems += kind.sizeProblems(since: former)
    func note(_ attempt: () throws -> Void) {
      do { try attempt() } catch let found as DocumentProblems { problems += found.listed } catch {}
    }
    note { _ = try KindChange(from: former, to: definition.proposal) }
    note { try check(kind) }
    return problems.map { $0.below(definition.pointer, line: nil) }
  }

  /// The problems of an order beside the definitions.
  private func problems(of order: KindOrder) -> [DocumentProblem] {
    order.names.enumerated().compactMap { index, name in
      guard succession.after[name] == nil, !unreadable.contains(name) else { return nil }
      return DocumentProblem(
        pointer: "/order/\(index)",
        expected: .words("the name of a kind of the database or of a file"), found: .text(name))
    }
  }

  /// The files as they are read one by one.
  private struct Reading {
    /// The last definition of each kind, in the place of the first.
    private(set) var definitions: [Definition] = []
    private(set) var order: (order: KindOrder, path: String)?
    private(set) var problems: [String: DocumentProblems] = [:]
    private(set) var unreadable: Set<String> = []

    mutating func read(_ path: String) throws(SeedError) {
      let bytes = try Seed.contents(of: path)
      do throws(DocumentProblems) {
        let tree = try JSONTree(parsing: bytes)
        if KindOrder.isWritten(in: tree) {
          order = (try KindOrder(reading: tree), path)
        } else {
          try readDefinitions(tree, path)
        }
      } catch {
        problems[path] = error
        unreadable.formUnion(Self.names(in: bytes) + [path.fileStem])
      }
    }

    private mutating func readDefinitions(
      _ tree: JSONTree, _ path: String
    ) throws(DocumentProblems) {
      let proposals = try KindProposal.list(tree)
      for (index, proposal) in proposals.enumerated() {
        let definition = (proposal, path, tree["kinds"] == nil ? "" : "/kinds/\(index)")
        let place = definitions.firstIndex { $0.proposal.kind.name == proposal.kind.name }
        if let place { definitions[place] = definition } else { definitions.append(definition) }
      }
    }

    /// The names of the kinds that a file with problems defines, as far as they can be told.
    private static func names(in bytes: Data) -> [String] {
      guard let tree = try? JSONTree(parsing: bytes) else { return [] }
      return ([tree] + (tree["kinds"]?.elements ?? [])).compactMap { $0["kind"]?.string }
    }
  }
}
