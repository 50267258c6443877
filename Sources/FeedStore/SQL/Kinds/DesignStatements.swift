import FeedModel
import StrictJSON

extension CellCatalogue {
  /// The designs in rows with their keys and documents.
  init(readingRows rows: [SQLRow]) throws {
    self.init(
      try rows.reduce(into: [:]) { designs, row in
        let (name, document): (String, String) = try (row["design"], row["document"])
        guard let key = DesignKey(name) else {
          throw SQLError.corrupt("no name of a design: \(name)")
        }
        do {
          let tree = try JSONTree(parsing: document.utf8)
          let design = try Design(reading: tree, as: key.type, theme: nil)
          guard design.key == key, designs.updateValue(design, forKey: key) == nil else {
            throw SQLError.corrupt("\(name): has another name, or two documents at one revision")
          }
        } catch let problems as DocumentProblems {
          throw SQLError.corrupt("\(name): \(problems.listed[0])")
        }
      })
  }
}

extension SQLTransaction {
  func setDesign(_ design: Design) throws -> Change {
    let definitions = try definitions()
    let old = definitions.catalogue.written[design.key]
    guard old != design else { return .unchanged }
    try record(design: design.key)
    try keepDesign(design.key)
    try database.perform(
      """
      INSERT INTO tanada_designs (design, document, revision) VALUES (?, ?, ?)
      ON CONFLICT (design) DO UPDATE SET
        document = excluded.document, revision = excluded.revision
      """, [design.key.description, design.text, try currentRevision().number])
    knownDefinitions = definitions.with(definitions.catalogue.replacing(design))
    return old == nil ? .inserted : .updated
  }

  func removeDesign(_ key: DesignKey) throws -> Change {
    let definitions = try definitions()
    guard definitions.catalogue.written[key] != nil else { return .unchanged }
    try record(design: key)
    try keepDesign(key)
    try database.perform("DELETE FROM tanada_designs WHERE design = ?", [key.description])
    knownDefinitions = definitions.with(definitions.catalogue.removing(key))
    return .deleted
  }
}

extension SQLRehearsal {
  func setDesign(_ design: Design) throws -> Change {
    let definitions = try definitions()
    let old = definitions.catalogue.written[design.key]
    guard old != design else { return .unchanged }
    define(definitions.with(definitions.catalogue.replacing(design)))
    return old == nil ? .inserted : .updated
  }

  func removeDesign(_ key: DesignKey) throws -> Change {
    let definitions = try definitions()
    guard definitions.catalogue.written[key] != nil else { return .unchanged }
    define(definitions.with(definitions.catalogue.removing(key)))
    return .deleted
  }
}
