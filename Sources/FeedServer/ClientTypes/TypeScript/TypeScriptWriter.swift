/// Writes types in TypeScript. Documents are what `JSON.parse` returns, so that there is no code to decode them.
struct TypeScriptWriter {
  private let model: TypeModel

  init(_ model: TypeModel) {
    self.model = model
  }

  var file: String {
    (["// \(ClientTypes.notice)", Self.helpers] + model.declarations.map(text) + [items])
      .joined(separator: "\n\n") + "\n"
  }

  private static let helpers = """
    /** A JSON value. */
    export type JSONValue = null | boolean | number | string | JSONValue[] | { [member: string]: JSONValue };

    declare const unknownName: unique symbol;
    /**
     * A name that was not known when this file was written. It is a string, with all methods of one; `String(name)`
     * makes the compiler believe it. The brand exists in types only: with it, comparing a `type` or a `kind` with a
     * known name leaves the one object that has this name.
     */
    export interface UnknownName extends String {
      readonly [unknownName]: true;
    }
    """

  private func text(_ declaration: TypeModel.Declaration) -> String {
    switch declaration {
    case .record(let record) where record.name == "Section": section(record)
    case .record(let record): text(record)
    case .names(let names):
      (names.words + " Known names; there may be others.").blockComment
        + "export type \(names.name) = "
        + (names.known.map { $0.quoted() } + ["(string & {})"]).joined(separator: " | ") + ";"
    case .union(let union):
      union.words.blockComment
        + "export type \(union.name) =\n"
        + (union.cases.map(\.type) + [union.other].compactMap(\.self)).map { "  | \($0)" }
        .joined(separator: "\n") + ";"
    }
  }

  private func text(_ record: TypeModel.Record) -> String {
    var lines = record.members.map { member in
      member.words.blockComment.indented()
        + "  \(key(member.name))\(member.isOptional ? "?" : ""): "
        + "\(type(of: member, in: record));"
    }
    if record.isUnknown { lines.append("  [member: string]: unknown;") }
    return record.words.blockComment + "export interface \(record.name) {\n"
      + lines.joined(separator: "\n") + "\n}"
  }

  private func type(of member: TypeModel.Member, in record: TypeModel.Record) -> String {
    if let tag = record.tag, tag.member == member.name {
      return tag.text.map { $0.quoted() } ?? "UnknownName"
    }
    return text(member.type) + (member.isNullable ? " | null" : "")
  }

  private func text(_ type: TypeModel.Reference) -> String {
    switch type {
    case .text: "string"
    case .flag: "boolean"
    case .integer, .number: "number"
    case .json: "JSONValue"
    case .list(let element): element == .numberOrText ? "(number | string)[]" : "\(text(element))[]"
    case .map(let value): "{ [member: string]: \(text(value)) }"
    case .named(let name): name
    case .numberOrText: "number | string"
    }
  }

  /// The kind of a section says of which type its items are.
  private func section(_ record: TypeModel.Record) -> String {
    let shared = TypeModel.Record(
      name: "SectionOfAnyKind", words: "The members of a section of any kind.",
      members: record.members.filter { $0.name != "kind" && $0.name != "items" })
    func section(_ kind: String, _ item: String) -> String {
      "  | (SectionOfAnyKind & { kind: \(kind); items: \(item)[] })"
    }
    let cases =
      model.kinds.map { section($0.name.quoted(), $0.type) }
      + [section("UnknownName", TypeModel.unknownItem)]
    return text(shared) + "\n\n"
      + (record.words + " Its kind says what its items are.").blockComment
      + "export type Section =\n" + cases.joined(separator: "\n") + ";"
  }

  private var items: String {
    let types = model.kinds.map(\.type) + [TypeModel.unknownItem]
    return "/** An item of any kind. */\nexport type \(TypeModel.item) = "
      + types.joined(separator: " | ") + ";"
  }

  private func key(_ name: String) -> String {
    name.first?.isNumber == true ? name.quoted() : name
  }
}
