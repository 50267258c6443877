import FeedModel
import GRDB

/// Turns an entity's fields into columns and values.
struct ColumnCollector: FieldWriter {
  private(set) var columns: [String] = []
  private(set) var values: [DatabaseValue] = []

  init(_ entity: some ContentEntity) {
    entity.write(to: &self)
  }

  mutating func integer(_ name: String, _ value: Int) { append(name, value.databaseValue) }
  mutating func number(_ name: String, _ value: Double) { append(name, value.databaseValue) }
  mutating func text(_ name: String, _ value: String) { append(name, value.databaseValue) }

  private mutating func append(_ name: String, _ value: DatabaseValue) {
    columns.append(name)
    values.append(value)
  }
}
