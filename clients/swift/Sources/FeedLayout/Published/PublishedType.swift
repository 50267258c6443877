/// The type of a published value, from which schemas and the types of clients follow.
public indirect enum PublishedType: Sendable {
  case flag
  case text
  /// One of these names, or one that a later version adds.
  case names([String])
  case integer(ClosedRange<Int>)
  /// A number, in the range if there is one.
  case number(ClosedRange<Double>?)
  /// A list, of this many elements if a count is given.
  case list(PublishedType, count: Int?)
  /// The value, or null.
  case orNull(PublishedType)
  case object([PublishedMember])
  /// One of several types.
  case either([PublishedType])
  /// A type with a name of its own.
  case named(PublishedName)
}

/// The name of a published type, and what it stands for.
public struct PublishedName: Sendable {
  /// The name in schemas and in the types of clients, such as `SnapPage`.
  public let name: String
  /// One sentence for a person; may be empty.
  public let text: String
  public let type: PublishedType
}

/// The description of a published member.
public struct PublishedMember: Sendable {
  public let name: String
  public let type: PublishedType
  /// One sentence for a person, with the unit; may be empty.
  public let text: String
  /// Whether the member may be missing.
  public let isOptional: Bool
  /// Whether only answers to calculations have it, and no document.
  public internal(set) var isForCalculations = false
}

extension PublishedType {
  /// The members of an object.
  public var members: [PublishedMember] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The named types that this one refers to, each once and before those that it refers to itself.
  public var names: [PublishedName] {
    var known: Set<String> = []
    var found: [PublishedName] = []
    collect(&found, &known)
    return found
  }

  private func collect(_ found: inout [PublishedName], _ known: inout Set<String>) {
    switch self {
    case .flag, .text, .names, .integer, .number: break
    case .list(let type, _), .orNull(let type): type.collect(&found, &known)
    case .object(let members): for member in members { member.type.collect(&found, &known) }
    case .either(let types): for type in types { type.collect(&found, &known) }
    case .named(let name):
      guard known.insert(name.name).inserted else { return }
      found.append(name)
      name.type.collect(&found, &known)
    }
  }
}
