package import StrictJSON

/// An entity read from JSON by the rules of content files.
package struct DecodedFields<Entity: ContentEntity>: DecodedItem {
  let entity: Entity?
  package let id: Int?
  package let problems: [ContentProblem]
  package let unknownFields: [String]

  package var value: Entity? { entity }

  package init(from decoder: any Decoder) throws {
    switch JSONFieldReader.make(from: decoder) {
    case .failure(let mistake):
      entity = nil
      id = nil
      problems = [mistake.problem]
      unknownFields = []
    case .success(var reader):
      let entity = Entity(reading: &reader)
      self.entity = reader.problems.isEmpty ? entity : nil
      id = entity.id > 0 ? entity.id : nil
      problems = reader.problems
      unknownFields = reader.unknownFields
    }
  }
}
