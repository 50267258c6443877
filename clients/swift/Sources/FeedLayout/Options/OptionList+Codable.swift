/// How options are part of a saved state: members by their published names.
extension OptionList {
  /// Encodes `options` with `encoder`, beside its other members.
  ///
  /// - Parameters:
  ///   - always: the names of the options that are written even if they have their defaults.
  ///   - never: the names of the options that the state stores in another way.
  func encode(
    _ options: Options, to encoder: any Encoder, always: Set<String>, never: Set<String> = []
  ) throws {
    var container = encoder.container(keyedBy: OptionKey.self)
    for option in self.options where !never.contains(option.description.name) {
      let name = option.description.name
      let value = option.get(options)
      if value != option.description.standard || always.contains(name) {
        try container.encode(value, forKey: OptionKey(name))
      }
    }
  }

  /// The options that ``encode(_:to:always:never:)`` wrote with the same names.
  ///
  /// - Throws: `DecodingError` for one that is missing, or of another kind.
  func decode(
    from decoder: any Decoder, always: Set<String>, never: Set<String> = []
  ) throws -> Options {
    let container = try decoder.container(keyedBy: OptionKey.self)
    var options = standard
    for option in self.options where !never.contains(option.description.name) {
      let name = option.description.name
      let key = OptionKey(name)
      let value = try container.decodeOption(option.description.values, forKey: key)
      guard let value else {
        guard !always.contains(name) else {
          throw DecodingError.keyNotFound(
            key, .init(codingPath: decoder.codingPath, debugDescription: "no \(name)"))
        }
        continue
      }
      do throws(OptionMismatch) {
        try option.set(&options, value, OptionPlace(name))
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "not a value of \(name)")
      }
    }
    return options
  }
}

/// The published name of an option.
private struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue _: Int) { nil }
}

extension KeyedEncodingContainer<OptionKey> {
  /// Writes `value`; states have no options that are lists or objects.
  fileprivate mutating func encode(_ value: OptionValue, forKey key: OptionKey) throws {
    switch value {
    case .null: break
    case .flag(let flag): try encode(flag, forKey: key)
    case .number(let number): try encode(number, forKey: key)
    case .integer(let integer): try encode(integer, forKey: key)
    case .text(let text): try encode(text, forKey: key)
    case .list, .object:
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "\(key.stringValue) is no one value")
      )
    }
  }
}

extension KeyedDecodingContainer<OptionKey> {
  /// Reads one of `values`; `nil` if there is none, or null.
  fileprivate func decodeOption(
    _ values: OptionDescription.Values, forKey key: OptionKey
  ) throws -> OptionValue? {
    switch values {
    case .number: try decodeIfPresent(Double.self, forKey: key).map(OptionValue.number)
    case .integer: try decodeIfPresent(Int.self, forKey: key).map(OptionValue.integer)
    case .flag: try decodeIfPresent(Bool.self, forKey: key).map(OptionValue.flag)
    case .names, .text: try decodeIfPresent(String.self, forKey: key).map(OptionValue.text)
    case .namesOrNumber, .namesOrInteger, .numbers, .object, .pieces:
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(key.stringValue) is part of no state")
    }
  }
}
