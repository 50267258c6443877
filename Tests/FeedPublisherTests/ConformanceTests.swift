import FeedLayout
import FeedPublisher
import Foundation
import TestSupport
import Testing

struct ConformanceTests {
  @Test(
    "Every layout is published as its conformance case says", arguments: ConformanceCase.layouts)
  func publishedLayout(name: String) throws {
    let vector = try ConformanceCase.layout(name)
    let type = try #require(LayoutType(rawValue: vector.layout))
    let viewport = try Viewport(width: vector.viewport.width, height: vector.viewport.height)
    let items = try JSONEncoder().encode(vector.items)

    let layout = try LayoutRequest(type: type, viewport: viewport).layout(of: items)
    let published = JSONWriter.encode { layout.write(to: &$0) }

    let differences = try JSONValue.parse(published).differences(from: vector.expected)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test("There are cases for every layout, from empty to wide")
  func cases() {
    for type in LayoutType.allCases {
      let names = Set(ConformanceCase.layouts.filter { $0.hasPrefix(type.rawValue + "-") })
      for suffix in ["no-items", "one-item", "two-items", "narrowest", "widest"] {
        #expect(names.contains("\(type.rawValue)-\(suffix)"))
      }
    }
  }
}
