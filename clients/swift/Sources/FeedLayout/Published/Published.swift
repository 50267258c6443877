/// How values are published: their type, and how they are written.
///
/// A type of published values is declared once, beside the values. JSON, its schema and the types of clients
/// follow from the declaration.
public struct Published<Value>: Sendable {
  public let type: PublishedType
  /// Writes a value.
  public let write: @Sendable (Value, inout any ValueWriter) -> Void

  /// Values of `type`, which `write` writes.
  public init(
    _ type: PublishedType, _ write: @escaping @Sendable (Value, inout any ValueWriter) -> Void
  ) {
    self.type = type
    self.write = write
  }

  /// An object with `members`.
  public init(_ members: [Member<Value>]) {
    self.init(.object(members.map(\.description))) { value, writer in
      writer.beginObject()
      members.write(value, to: &writer)
      writer.endObject()
    }
  }

  /// An object with `members`, whose type is called `name`.
  public init(_ name: String, _ text: String, _ members: [Member<Value>]) {
    self = Published(members).named(name, text)
  }

  /// This type under a name.
  public func named(_ name: String, _ text: String = "") -> Self {
    Self(.named(PublishedName(name: name, text: text, type: type)), write)
  }

  /// The value, or null for none.
  public var orNull: Published<Value?> {
    Published<Value?>(.orNull(type)) { [write] value, writer in
      if let value { write(value, &writer) } else { writer.null() }
    }
  }

  /// A list of values; of `count` if that is always the same.
  public static func list<Element>(
    of element: Published<Element>, count: Int? = nil
  ) -> Self where Value == [Element] {
    Self(.list(element.type, count: count)) { values, writer in
      writer.beginArray()
      for value in values { element.write(value, &writer) }
      writer.endArray()
    }
  }
}

extension Published<Bool> {
  /// True or false.
  public static var flag: Self { Self(.flag) { $1.value($0) } }
}

extension Published<String> {
  /// Any text.
  public static var text: Self { Self(.text) { $1.value($0) } }
  /// One of `names`, or one that a later version adds.
  public static func name(of names: [String]) -> Self { Self(.names(names)) { $1.value($0) } }
}

extension Published<Int> {
  /// A whole number in `range`.
  public static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(.integer(range)) { $1.value($0) }
  }
  /// The position of an element, from 0, or a number of elements.
  public static var position: Self { integer(0...Int.max) }
  /// A number of at least one.
  public static var count: Self { integer(1...Int.max) }
  /// The id of an item.
  public static var itemID: Self { integer(1...Int.max) }
}

extension Published<Double> {
  /// A number, in `range` if there is one.
  public static func number(in range: ClosedRange<Double>?) -> Self {
    Self(.number(range)) { $1.value($0) }
  }
  /// Any number.
  public static var number: Self { number(in: nil) }
  /// A length in points.
  public static var length: Self { number(in: 0...Double.greatestFiniteMagnitude) }
  /// A share from 0 to 1.
  public static var share: Self { number(in: 0...1) }
  /// A number without a fraction.
  public static var wholeNumber: Self { Self(.integer(Int.min...Int.max)) { $1.value($0) } }
}

extension Published<[Int]> {
  /// The ids of items in their order.
  public static var itemIDs: Self { .list(of: .itemID) }
}

extension Published<ArraySlice<Frame>> {
  /// The ids of the items of frames, in their order.
  public static var itemIDs: Self {
    Self(.list(Published<Int>.itemID.type, count: nil)) { frames, writer in
      writer.beginArray()
      for frame in frames { writer.value(frame.id) }
      writer.endArray()
    }
  }
}

/// A member of a published object: its name, its type, its text, and where its value comes from.
public struct Member<Root>: Sendable {
  public private(set) var description: PublishedMember
  /// Writes the member of a value, unless it has none.
  public let write: @Sendable (Root, inout any ValueWriter) -> Void

  /// A member that is always there.
  public init<Value>(
    _ name: String, _ type: Published<Value>, _ text: String = "",
    _ get: @escaping @Sendable (Root) -> Value
  ) {
    description = PublishedMember(name: name, type: type.type, text: text, isOptional: false)
    write = { root, writer in
      writer.key(name)
      type.write(get(root), &writer)
    }
  }

  private init(
    _ description: PublishedMember,
    _ write: @escaping @Sendable (Root, inout any ValueWriter) -> Void
  ) {
    self.description = description
    self.write = write
  }

  /// A member that is missing where there is no value.
  public static func optional<Value>(
    _ name: String, _ type: Published<Value>, _ text: String = "",
    _ get: @escaping @Sendable (Root) -> Value?
  ) -> Self {
    Self(PublishedMember(name: name, type: type.type, text: text, isOptional: true)) {
      root, writer in
      guard let value = get(root) else { return }
      writer.key(name)
      type.write(value, &writer)
    }
  }

  /// This member, which only answers to calculations have, and no document.
  var forCalculations: Self {
    var member = self
    member.description.isForCalculations = true
    return member
  }
}

extension Array {
  /// Writes the members of `root`.
  public func write<Root>(_ root: Root, to writer: inout any ValueWriter)
  where Element == Member<Root> {
    for member in self { member.write(root, &writer) }
  }
}
