import FeedLayout
import LayoutCatalog

extension Operations {
  /// One operation for each type, as each has options of its own.
  static let layouts = Calculations.layouts.map { calculation in
    let takesItems = calculation is any ItemCalculation.Type
    return Operation(
      route: "POST /v1/layouts/{type}", path: "/v1/layouts/\(calculation.name)",
      id: "layout_\(calculation.name)", tag: "layouts", summary: calculation.abstract,
      parameters: calculation.descriptions.map { option in
        Operation.Parameter(
          name: option.name, place: .query,
          schema: Schema(option.values),
          description: option.help, isRequired: option.form == .requiredValue)
      },
      body: takesItems ? [.json(items)] : [],
      answers: [ok(.object([]), "The layout.")],
      problems: [413, 415, 422])
  }

  /// What every layout can be given; which fields it reads is in its options' help.
  private static let items: Schema = {
    let item = Schema.object([.required("id", .integer(1...Int.max))])
    let list = Schema.array(of: item)
    return .any(of: [list, .object([.required("result", list)])])
  }()
}

extension Schema {
  /// What the value of an option looks like in an address.
  init(_ values: OptionDescription.Values) {
    self =
      switch values {
      case .number(let range): .number(range)
      case .integer(let range): .integer(range)
      case .flag: .boolean
      case .names(let names): .oneText(of: names)
      case .namesOrNumber, .namesOrInteger, .text, .numbers, .object, .pieces: .text()
      }
  }
}
