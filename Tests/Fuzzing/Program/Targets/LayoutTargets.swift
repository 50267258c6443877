import FeedLayout
import Foundation
import FeedPublisher
import StrictJSON

/// Layouts, with their options and items.
enum LayoutTargets {
  /// An answer is JSON without a number that is none, and the same again. Lines of the form `name=value` are options;
  /// items follow an empty line.
  static func layouts(_ input: FuzzInput) {
    var input = input
    let type = input.choice(of: Calculations.layouts)
    var options: [String: String] = [:]
    while !input.isEmpty {
      let line = input.line()
      if line.isEmpty { break }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      options[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
    }
    let items = Data(input.rest)
    guard let calculation = try? type.init(options),
      let answer = try? calculation.answer(items: items)
    else { return }
    guard let tree = try? JSONTree(parsing: answer) else {
      fatalError("\(type.name): no JSON: \(String(decoding: answer.prefix(200), as: UTF8.self))")
    }
    require(tree.isObject, "\(type.name): no object")
    visit(tree, of: type.name)
    require(try type.init(options).answer(items: items) == answer, "\(type.name): another answer")
  }

  private static func visit(_ tree: JSONTree, of name: String) {
    if case .number = tree.finding {
      require(tree.number?.isFinite == true, "\(name): a number that is none")
    }
    for member in tree.members ?? [] { visit(member.value, of: name) }
    for element in tree.elements ?? [] { visit(element, of: name) }
  }
}
