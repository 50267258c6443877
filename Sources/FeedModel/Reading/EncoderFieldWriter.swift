import StrictJSON

/// Writes an entity's fields into an encoder.
struct EncoderFieldWriter: FieldWriter {
  private var container: KeyedEncodingContainer<FieldName>
  /// The first failure; later fields are then left out.
  private(set) var error: (any Error)?

  init(container: KeyedEncodingContainer<FieldName>) {
    self.container = container
  }

  mutating func integer(_ name: String, _ value: Int) { encode(value, name) }
  mutating func number(_ name: String, _ value: Double) { encode(value, name) }
  mutating func text(_ name: String, _ value: String) { encode(value, name) }

  private mutating func encode(_ value: some Encodable, _ name: String) {
    guard error == nil else { return }
    do {
      try container.encode(value, forKey: FieldName(stringValue: name))
    } catch {
      self.error = error
    }
  }
}
