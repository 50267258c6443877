import FeedLayout
import Foundation
import FeedPublisher
import TestSupport
import Testing

/// The cases that any implementation must agree with, in whatever language.
struct ConformanceTests {
  @Test("Every case comes out as it says", arguments: ConformanceCase.all)
  func conforms(name: String) throws {
    let vector = try ConformanceCase.named(name)
    let calculation = try #require(Calculations.conformance(vector.type))
    let answer = try calculation.init(vector.optionTexts).answer(items: vector.document)
    let differences = try JSONValue.parse(answer).differences(from: vector.expected)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
  }

  @Test("There are over 300 cases, each in the folder of its type, with a description")
  func count() throws {
    #expect(ConformanceCase.all.count > 300)
    for name in ConformanceCase.all {
      let vector = try ConformanceCase.named(name)
      #expect(name.hasPrefix(vector.type + "/"))
      #expect(!vector.description.isEmpty)
    }
  }

  @Test("There are cases for every layout of items, from empty to wide")
  func sizes() {
    for section in Calculations.sections {
      for name in ["no-items", "one-item", "two-items", "narrowest", "widest"] {
        #expect(ConformanceCase.all.contains("\(section.name)/\(name)"), "\(section.name)/\(name)")
      }
    }
  }

  private static let types: [String] =
    Calculations.layouts.map { $0.name } + Calculations.settling.map { "settle_" + $0.name }

  @Test(
    "Every option is in a case",
    arguments: types)
  func options(type: String) throws {
    let calculation = try #require(Calculations.conformance(type))
    let cases = try ConformanceCase.all.filter { $0.hasPrefix(type + "/") }
      .map(ConformanceCase.named)
    let used = Set(cases.flatMap(\.options.keys))
    for option in calculation.descriptions {
      #expect(used.contains(option.name), "\(type): \(option.name)")
    }
  }
}

extension Calculations {
  /// The calculation for the `type` of a case: a layout, or a drag with `settle_` before its name.
  fileprivate static func conformance(_ type: String) -> (any Calculation.Type)? {
    let settling = settling.first { "settle_" + $0.name == type }
    return settling ?? layout(named: type)
  }
}
