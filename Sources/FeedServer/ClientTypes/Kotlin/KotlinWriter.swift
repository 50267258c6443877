/// Writes types in Kotlin with the code that decodes them.
///
/// They are made of `Map<String, Any?>`, which every JSON library of Android can give (or takes ten lines to make), so that
/// the file needs nothing but Kotlin's own library: no plugin of a compiler, and no choice of a library for the app.
struct KotlinWriter {
  private let model: TypeModel
  /// The unions that each record is one of.
  private let unions: [String: [String]]

  init(_ model: TypeModel) {
    self.model = model
    var unions: [String: [String]] = [:]
    for case .union(let union) in model.declarations {
      for type in union.cases.map(\.type) + [union.other].compactMap(\.self) {
        unions[type, default: []].append(union.name)
      }
    }
    for type in model.kinds.map(\.type) + [TypeModel.unknownItem] {
      unions[type, default: []].append(TypeModel.item)
    }
    self.unions = unions
  }

  var file: String {
    ([
      "// \(ClientTypes.notice)", "@file:Suppress(\"unused\", \"UNCHECKED_CAST\")",
      "package tanada", Self.reading,
    ] + model.declarations.map(text) + [items]).joined(separator: "\n\n") + "\n"
  }

  private func text(_ declaration: TypeModel.Declaration) -> String {
    switch declaration {
    case .record(let record): text(record)
    case .names(let names): text(names)
    case .union(let union): text(union)
    }
  }

  // MARK: - Objects

  private func text(_ record: TypeModel.Record) -> String {
    guard !record.members.isEmpty else {
      return record.words.blockComment + """
        data class \(record.name)(val raw: JSONObject) {
            companion object {
                fun from(json: JSONObject): \(record.name) = \(record.name)(json)
            }
        }
        """
    }
    var names = CodeNames(reserved: Self.reserved)
    let isUnknown = record.isUnknown
    let members = record.members.map { (name: names.camelCase($0.name), member: $0) }
    func isOptional(_ member: TypeModel.Member) -> Bool {
      member.isOptional || member.isNullable || (isUnknown && record.tag?.member != member.name)
    }
    let properties =
      members.map { name, member in
        member.words.blockComment
          + "val \(name): \(text(member.type))\(isOptional(member) ? "?" : ""),"
      } + (isUnknown ? ["/** The whole object. */\nval raw: JSONObject,"] : [])
    let reads =
      members.map { name, member in
        if record.name == "Section", member.name == "items" {
          return "\(name) = FeedItem.list(json),"
        }
        let value =
          "json.\(isOptional(member) ? "optional" : "required")(\(member.name.quoted(dollar: "\\$"))) { \(read(member.type, "it")) }"
        return "\(name) = \(value),"
      } + (isUnknown ? ["raw = json,"] : [])
    let parents = unions[record.name].map { " : " + $0.joined(separator: ", ") } ?? ""
    return record.words.blockComment + """
      data class \(record.name)(
      \(properties.joined(separator: "\n").indented(by: "    "))
      )\(parents) {
          companion object {
              /** Reads an object. Throws [IllegalArgumentException] for a member that cannot be read. */
              fun from(json: JSONObject): \(record.name) = \(record.name)(
      \(reads.joined(separator: "\n").indented(by: "            "))
              )
          }
      }
      """
  }

  private func text(_ type: TypeModel.Reference) -> String {
    switch type {
    case .text: "String"
    case .flag: "Boolean"
    case .integer: "Long"
    case .number: "Double"
    case .json, .numberOrText: "Any"
    case .list(let element): "List<\(text(element))>"
    case .map(let value): "Map<String, \(text(value))>"
    case .named(let name): name
    }
  }

  private func read(_ type: TypeModel.Reference, _ value: String, depth: Int = 0) -> String {
    switch type {
    case .text: "\(value) as String"
    case .flag: "\(value) as Boolean"
    case .integer: "whole(\(value))"
    case .number: "(\(value) as Number).toDouble()"
    case .json, .numberOrText: value
    case .list(let element):
      "(\(value) as List<Any>).map { e\(depth) -> \(read(element, "e\(depth)", depth: depth + 1)) }"
    case .map(let element):
      "(\(value) as Map<String, Any>).mapValues { e\(depth) -> \(read(element, "e\(depth).value", depth: depth + 1)) }"
    case .named(let name):
      openNames.contains(name)
        ? "\(name)(\(value) as String)" : "\(name).from(\(value) as JSONObject)"
    }
  }

  private var openNames: Set<String> {
    Set(
      model.declarations.compactMap { if case .names(let names) = $0 { names.name } else { nil } })
  }

  // MARK: - Names and unions

  private func text(_ names: TypeModel.OpenNames) -> String {
    var code = CodeNames(reserved: Self.reserved)
    let known = names.known.map {
      "val \(code.upperCase($0)) = \(names.name)(\($0.quoted(dollar: "\\$")))"
    }
    return (names.words + " Known names; there may be others.").blockComment + """
      data class \(names.name)(val name: String) {
          companion object {
      \(known.joined(separator: "\n").indented(by: "        "))
          }
      }
      """
  }

  private func text(_ union: TypeModel.Union) -> String {
    let reading: String
    let unknown: String
    if let member = union.member, let other = union.other {
      unknown = ""
      reading = """
        fun from(json: JSONObject): \(union.name) = known(json) ?: \(other).from(json)

        private fun known(json: JSONObject): \(union.name)? = try {
            when (json[\(member.quoted())]) {
        \(union.cases.map { "        \($0.tag.quoted(dollar: "\\$")) -> \($0.type).from(json)" }.joined(separator: "\n"))
                else -> null
            }
        } catch (_: IllegalArgumentException) {
            null
        }
        """
    } else {
      unknown =
        "/** One that is not known. */\ndata class Unknown(val raw: JSONObject) : \(union.name)\n\n"
      reading = """
        fun from(json: JSONObject): \(union.name) {
        \(union.cases.map { "    try { return \($0.type).from(json) } catch (_: IllegalArgumentException) {}" }.joined(separator: "\n"))
            return Unknown(json)
        }
        """
    }
    let words = union.words.blockComment
    return words + "sealed interface \(union.name) {\n"
      + (unknown + """
        companion object {
            /** Reads an object. One that is known but cannot be read counts as one that is not known. */
        \(reading.indented(by: "    "))
        }
        """).indented(by: "    ") + "\n}"
  }

  private var items: String {
    """
    /** An item of any kind. */
    sealed interface \(TypeModel.item) {
        companion object {
            /** Reads the items of a section. */
            fun list(section: JSONObject): List<\(TypeModel.item)> {
                val kind = section["kind"]
                val items = section["items"] as? List<*> ?: throw IllegalArgumentException("items")
                return items.map { from(kind, it as? JSONObject ?: throw IllegalArgumentException("items")) }
            }

            /** Reads an item of a kind. One that is known but cannot be read counts as one that is not known. */
            fun from(kind: Any?, json: JSONObject): \(TypeModel.item) = known(kind, json) ?: \(TypeModel.unknownItem).from(json)

            private fun known(kind: Any?, json: JSONObject): \(TypeModel.item)? = try {
                when (kind) {
    \(model.kinds.map { "                \($0.name.quoted()) -> \($0.type).from(json)" }.joined(separator: "\n"))
                    else -> null
                }
            } catch (_: IllegalArgumentException) {
                null
            }
        }
    }
    """
  }

  /// The keywords of Kotlin, and what would collide with members that every object has.
  private static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while", "raw", "json",
  ]

  private static let reading = """
    /** A JSON object, as any library gives it: maps, lists, texts, numbers, booleans and null. */
    typealias JSONObject = Map<String, Any?>

    private inline fun <T> JSONObject.required(name: String, read: (Any) -> T): T = try {
        read(this[name] ?: throw IllegalArgumentException("$name is missing"))
    } catch (error: ClassCastException) {
        throw IllegalArgumentException("$name has another type", error)
    }

    /** A member that is optional is null where it cannot be read: a later version may have changed it. */
    private inline fun <T> JSONObject.optional(name: String, read: (Any) -> T): T? = try {
        this[name]?.let(read)
    } catch (_: ClassCastException) {
        null
    } catch (_: IllegalArgumentException) {
        null
    }

    /** A whole number, whatever type of number the library makes of it. */
    private fun whole(value: Any): Long = when (value) {
        is Long -> value
        is Int -> value.toLong()
        else -> (value as Number).toDouble().let {
            require(it % 1.0 == 0.0) { "$it is not whole" }
            it.toLong()
        }
    }
    """
}
