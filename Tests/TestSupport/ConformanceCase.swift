package import Foundation

/// A case under `Tests/Conformance/cases`, which any implementation must agree with: what goes in,
/// and what must come out.
package struct ConformanceCase: Sendable {
  /// The calculation, such as `staggered_grid` or `settle_snap_carousel`.
  package let type: String
  /// The purpose of the case, for readers.
  package let description: String
  /// The options by their published names.
  package let options: [String: JSONValue]
  /// The items; `nil` for calculations without items.
  package let items: [JSONValue]?
  package let expected: JSONValue

  fileprivate init(_ file: JSONValue) throws {
    let type = file["type"].text
    let description = file["description"].text
    guard let type, let description, case .object(let options) = file["options"] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    (self.type, self.description, self.options) = (type, description, options)
    if case .array(let items) = file["items"] { self.items = items } else { items = nil }
    expected = file["expected"]
  }

  /// The options as they stand in an address.
  package var optionTexts: [String: String] { options.mapValues(\.optionText) }

  /// The items as a document; empty for what takes none.
  package var document: Data {
    get throws { try items.map { try JSONEncoder().encode($0) } ?? Data() }
  }
}

extension ConformanceCase {
  /// Everything there are cases for.
  package static let types = names(in: "cases")

  /// The names of all cases, such as `shelf/two-items`.
  package static let all: [String] = types.flatMap { folder in
    names(in: "cases/\(folder)").map { "\(folder)/\($0)" }
  }

  /// The names of all paging effects with tables, such as `stack.vortex`.
  package static let transforms = names(in: "transforms")

  /// The case called `name`.
  package static func named(_ name: String) throws -> ConformanceCase {
    try read[name]?.get() ?? ConformanceCase(parse("cases/\(name).json"))
  }

  /// All cases, read once: several tests go through all of them.
  private static let read = Dictionary(
    uniqueKeysWithValues: all.map { name in
      (name, Result { try ConformanceCase(parse("cases/\(name).json")) })
    })

  /// The file called `name` under `Tests/Conformance`.
  package static func decode<Value: Decodable>(_: Value.Type, from name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: content(of: name))
  }

  /// The file called `name` under `Tests/Conformance`, as any JSON.
  package static func parse(_ name: String) throws -> JSONValue {
    try JSONValue.parse(content(of: name))
  }

  private static func content(of name: String) throws -> Data {
    try Data(contentsOf: PackageFiles.file("Tests/Conformance/\(name)"))
  }

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: PackageFiles.file("Tests/Conformance/\(folder)"), includingPropertiesForKeys: nil)
    return (files ?? []).map { file in
      file.pathExtension == "json"
        ? file.deletingPathExtension().lastPathComponent : file.lastPathComponent
    }.sorted()
  }
}

extension JSONValue {
  /// The value as the text of an option: texts as they are, all else as JSON.
  fileprivate var optionText: String {
    switch self {
    case .text(let text): text
    case .number(let number):
      number.description.hasSuffix(".0")
        ? String(number.description.dropLast(2)) : number.description
    default: String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self)
    }
  }
}
