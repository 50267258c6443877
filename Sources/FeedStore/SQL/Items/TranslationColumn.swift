package import FeedModel
import StrictJSON

/// The column with the translations of an item: a JSON object of its fields, each an object of its locales,
/// `{"title":{"en":"…"}}`, both in alphabetical order; NULL for none.
///
/// It also keeps the translations of fields that are not localised any more: they are not read, and there again if
/// the field is localised again.
package enum TranslationColumn {
  package static let plainName = "_translations"
  /// The name, quoted.
  package static let name = "\"\(plainName)\""

  /// The value for `item`, with what `stored`, the value before, keeps of fields that are not localised.
  static func text(of item: ContentItem, keeping stored: String?) -> String? {
    guard !item.translations.isEmpty || stored != nil else { return nil }
    var fields = Fields(stored)
    for (name, _) in fields.values where item.kind.field(name)?.isLocalized ?? false {
      fields.values[name] = nil
    }
    fields.set(item.translations, of: item.kind)
    return fields.text
  }

  /// What `written` asks to change; `nil` for nothing.
  package static func patch(_ written: WrittenTranslations, of kind: ContentKind) -> String? {
    guard !written.all.isEmpty else { return nil }
    var fields = Fields(nil)
    fields.set(written.all, of: kind)
    return fields.text
  }

  /// The translations of the localised fields of `kind` in `text`. One that breaks the rules of its field is left
  /// out: it may be of a time when the field was not localised, or had other rules.
  package static func translations(in text: String, of kind: ContentKind) -> [Translation] {
    guard let tree = try? JSONTree(parsing: Array(text.utf8)) else { return [] }
    var translations: [Translation] = []
    for field in tree.members ?? [] {
      guard let place = kind.place(of: field.name), kind.fields[place].isLocalized else { continue }
      for member in field.value.members ?? [] {
        guard let locale = LocaleTag(member.name),
          let value = try? kind.fields[place].type.value(of: member.value)
        else { continue }
        translations.append(Translation(place: place, locale: locale, value: value))
      }
    }
    return translations.sorted { $0.precedes($1) }
  }

  /// The names of the translations in `text` that ``translations(in:of:)`` leaves out although their fields are
  /// localised, in alphabetical order.
  package static func invalidNames(in text: String, of kind: ContentKind) -> [String] {
    Fields(text).values.flatMap { name, locales -> [String] in
      guard let field = kind.field(name), field.isLocalized else { return [] }
      return locales.filter { locale, json in
        LocaleTag(locale) == nil || (try? field.type.value(of: json)) == nil
      }.map { "\(name)\(TranslatedName.separator)\($0.key)" }
    }.sorted()
  }

  /// The fields of a value.
  private struct Fields {
    var values: [String: [String: JSONTree]] = [:]

    /// - Parameter text: the value; what is no value has no fields.
    init(_ text: String?) {
      guard let text, let tree = try? JSONTree(parsing: Array(text.utf8)) else { return }
      for field in tree.members ?? [] {
        for locale in field.value.members ?? [] {
          values[field.name, default: [:]][locale.name] = locale.value
        }
      }
    }

    mutating func set(_ translations: [Translation], of kind: ContentKind) {
      for translation in translations {
        let json = JSONWriter.encode { $0.value(translation.value) }
        values[kind.fields[translation.place].name, default: [:]][translation.locale.text] =
          try? JSONTree(parsing: json)
      }
    }

    var text: String? {
      let fields = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      guard !fields.isEmpty else { return nil }
      return String(
        decoding: JSONWriter.encode { writer in
          writer.object { object in
            for (name, locales) in fields {
              object.object(name) { object in
                for (locale, value) in locales.sorted(by: { $0.key < $1.key }) {
                  object.key(locale)
                  object.raw(value.bytes)
                }
              }
            }
          }
        }, as: UTF8.self)
    }
  }
}

// MARK: - Functions in SQL

extension TranslationColumn {
  /// The name of the function that puts translations together: see ``merged(_:patch:replacing:)``.
  package static let mergedName = "translations_merged"

  /// Returns `stored` without the fields whose names are in `replaced`, separated by commas, and with the changes of
  /// `patch`, in which null removes a translation.
  package static func merged(_ stored: String?, patch: String?, replacing replaced: String)
    -> String?
  {
    let replaced = replaced.split(separator: ",")
    guard patch != nil || !replaced.isEmpty else { return stored }
    var fields = Fields(stored)
    for name in replaced { fields.values[String(name)] = nil }
    for (name, locales) in Fields(patch).values {
      for (locale, value) in locales {
        fields.values[name, default: [:]][locale] = value.isNull ? nil : value
      }
    }
    return fields.text
  }

  /// The name of the function that renames a field: see ``renamed(_:from:to:)``.
  package static let renamedName = "translations_renamed"

  /// Returns `stored`, in which the field called `former` is called `name`, or is removed for `nil`.
  package static func renamed(_ stored: String?, from former: String, to name: String?) -> String? {
    var fields = Fields(stored)
    let locales = fields.values.removeValue(forKey: former)
    if let name { fields.values[name] = locales }
    return fields.text
  }
}

// MARK: - Expressions in SQL

extension TranslationColumn {
  /// The value of `field` in `row` for a reader who looks it up in `tags`, the most specific one first.
  static func value(
    of field: ContentField, in row: String, lookup tags: [LocaleTag], _ dialect: any SQLDialect
  ) -> String {
    let column = "\(row).\(SQL.name(field.name))"
    guard field.isLocalized, !tags.isEmpty else { return column }
    return "coalesce(\(translation(of: field, in: row, lookup: tags, dialect)), \(column))"
  }

  /// The first translation of `field` in `row` that is in one of `tags`; NULL for none.
  static func translation(
    of field: ContentField, in row: String, lookup tags: [LocaleTag], _ dialect: any SQLDialect
  ) -> String {
    let translations = tags.map { dialect.member([field.name, $0.text], of: "\(row).\(name)") }
    return translations.count == 1
      ? translations[0] : "coalesce(\(translations.joined(separator: ", ")))"
  }

  /// The translations of `field` in `table` as a table: the ids of the items and the values, under the name of the
  /// field.
  ///
  /// - Parameter columns: other columns that the table has.
  static func values(
    of field: ContentField, in table: String, besides columns: [String] = [],
    _ dialect: any SQLDialect
  ) -> String {
    let column = SQL.name(field.name)
    let others = columns.map { ", items.\($0) AS \($0)" }.joined()
    return """
      (SELECT items.id AS id, \(dialect.text(ofMember: "locales")) AS \(column)\(others)
      FROM \(table) AS items, \(dialect.members(of: "items.\(name)")) AS fields,
        \(dialect.members(ofMember: "fields")) AS locales
      WHERE items.\(name) IS NOT NULL AND fields.key = \(SQL.literal(.text(field.name))))
      """
  }
}
