/// Takes published values one after the other, in their order: JSON, where documents are written.
public protocol ValueWriter {
  /// Begins a member of an object.
  mutating func key(_ name: String)
  mutating func null()
  mutating func value(_ flag: Bool)
  mutating func value(_ integer: Int)
  mutating func value(_ number: Double)
  mutating func value(_ text: String)
  mutating func beginObject()
  mutating func endObject()
  mutating func beginArray()
  mutating func endArray()
}
