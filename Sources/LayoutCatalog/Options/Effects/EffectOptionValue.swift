import Foundation
import StrictJSON

/// A JSON value among the options of a paging effect.
enum EffectOptionValue: Hashable, Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([EffectOptionValue])
  case object([String: EffectOptionValue])

  /// No options are longer than this, in bytes.
  static let longestText = 65_536

  /// The value that `text` is the JSON of, if it is any.
  init?(json text: String) {
    guard text.utf8.count <= Self.longestText,
      let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([Self].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: Self].self))
    }
  }

  /// What it is, for a person who expected something else.
  var words: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): NumberText.shortest(number)
    case .text(let text): text
    case .list(let list): "a list of \(list.count)"
    case .object: "an object"
    }
  }
}

/// Where among the options of an effect a value stands: `effect_options/rotation_3d/axis`.
struct EffectOptionPlace {
  let path: String

  static let root = EffectOptionPlace(path: "effect_options")

  func member(_ name: String) -> EffectOptionPlace { EffectOptionPlace(path: "\(path)/\(name)") }

  func problem(_ expected: String, _ found: EffectOptionValue) -> OptionProblem {
    OptionProblem(option: path, expected: expected, found: found.words)
  }
}

extension EffectOptionValue {
  func number(_ place: EffectOptionPlace) throws(OptionProblem) -> Double {
    guard case .number(let number) = self else { throw place.problem("a number", self) }
    return number
  }

  func numbers(_ count: Int, _ place: EffectOptionPlace) throws(OptionProblem) -> [Double] {
    guard case .list(let list) = self, list.count == count else {
      throw place.problem("a list of \(count) numbers", self)
    }
    var numbers: [Double] = []
    for (index, value) in list.enumerated() {
      numbers.append(try value.number(place.member("\(index)")))
    }
    return numbers
  }

  func pair(_ place: EffectOptionPlace) throws(OptionProblem) -> SIMD2<Double> {
    SIMD2(try numbers(2, place))
  }

  func triple(_ place: EffectOptionPlace) throws(OptionProblem) -> SIMD3<Double> {
    SIMD3(try numbers(3, place))
  }

  func flag(_ place: EffectOptionPlace) throws(OptionProblem) -> Bool {
    guard case .flag(let flag) = self else { throw place.problem("true or false", self) }
    return flag
  }

  func list(_ place: EffectOptionPlace) throws(OptionProblem) -> [EffectOptionValue] {
    guard case .list(let list) = self else { throw place.problem("a list", self) }
    return list
  }

  func members(_ place: EffectOptionPlace) throws(OptionProblem) -> [String: EffectOptionValue] {
    guard case .object(let members) = self else { throw place.problem("an object", self) }
    return members
  }
}
