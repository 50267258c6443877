import Foundation

/// The cases under `Tests/Conformance`, which any implementation of the layouts must agree with.
package enum ConformanceCase {
  /// The names of all layout cases, such as `shelf-two-items`.
  package static let layouts = names(in: "layouts")

  /// The names of all paging effects with cases, such as `stack.vortex`.
  package static let transforms = names(in: "transforms")

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: PackageFiles.file("Tests/Conformance/\(folder)"), includingPropertiesForKeys: nil)
    return (files ?? []).map { $0.deletingPathExtension().lastPathComponent }.sorted()
  }

  /// One layout: what goes in, and the layout that must come out.
  package struct Layout: Decodable, Sendable {
    package let layout: String
    package let viewport: Viewport
    package let items: [JSONValue]
    package let expected: JSONValue

    package struct Viewport: Decodable, Sendable {
      package let width: Double
      package let height: Double?
    }
  }

  /// The layout case called `name`.
  package static func layout(_ name: String) throws -> Layout {
    try decode(Layout.self, from: "layouts/\(name).json")
  }

  /// The file called `name` under `Tests/Conformance`.
  package static func decode<Value: Decodable>(_: Value.Type, from name: String) throws -> Value {
    let data = try Data(contentsOf: PackageFiles.file("Tests/Conformance/\(name)"))
    return try JSONDecoder().decode(Value.self, from: data)
  }
}
