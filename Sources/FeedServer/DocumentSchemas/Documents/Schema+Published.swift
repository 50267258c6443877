package import FeedLayout
package import FeedModel

extension Schema {
  /// The schema of published values.
  package init(_ type: PublishedType) {
    self =
      switch type {
      case .flag: .boolean
      case .text: .text()
      case .names(let names): .knownText(of: names)
      case .integer(let range): .integer(range)
      case .number(let range): .number(range)
      case .list(let element, let count): .array(of: Schema(element), count: count.map { $0...$0 })
      case .orNull(let type): Schema(type).orNull
      case .object(let members): .object(members.map(Property.init))
      case .either(let types): .any(of: types.map { Schema($0) })
      case .named(let name): .component(name.name)
      }
  }

  /// The component of a named type.
  package static func component(_ name: PublishedName) -> Component {
    (name.name, Schema(name.type).described(name.text))
  }

  /// The components of `type`, and of what it refers to.
  package static func components(_ type: PublishedType) -> [Component] {
    type.names.map { component($0) }
  }

  /// The values of an option as documents have them; `nil` for options with options of their own, which are not
  /// published.
  init?(publishedValuesOf option: OptionDescription) {
    let values: Schema
    switch option.values {
    case .number(let range): values = .number(range)
    case .integer(let range): values = .integer(range)
    case .flag: values = .boolean
    case .names(let names): values = .knownText(of: names)
    case .namesOrNumber(_, let range): values = .any(of: [.number(range), .text()])
    case .namesOrInteger(_, let range): values = .any(of: [.integer(range), .text()])
    case .text: values = .text()
    case .numbers(let count): values = .array(of: .number(), count: count...count)
    case .object, .pieces: return nil
    }
    self = values.described(option.help)
  }
}

extension Schema.Property {
  /// The schema of a published member.
  package init(_ member: PublishedMember) {
    self.init(
      name: member.name, schema: Schema(member.type).described(member.text),
      isRequired: !member.isOptional)
  }
}
