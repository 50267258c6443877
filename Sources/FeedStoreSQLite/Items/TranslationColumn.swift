import FeedModel
import GRDB
import StrictJSON

/// The column with the translations of an item: a JSON object of its fields, each an object of its locales,
/// `{"title":{"en":"…"}}`, both in alphabetical order; NULL for none.
///
/// It also keeps the translations of fields that are not localised any more: they are not read, and there again if
/// the field is localised again.
enum TranslationColumn {
  static let plainName = "_translations"
  /// The name, quoted.
  static let name = "\"\(plainName)\""
  static let definition = "\(name) TEXT"

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
  static func patch(_ written: WrittenTranslations, of kind: ContentKind) -> String? {
    guard !written.all.isEmpty else { return nil }
    var fields = Fields(nil)
    fields.set(written.all, of: kind)
    return fields.text
  }

  /// The translations of the localised fields of `kind` in `text`. One that breaks the rules of its field is left
  /// out: it may be of a time when the field was not localised, or had other rules.
  static func translations(in text: String, of kind: ContentKind) -> [Translation] {
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
  static func invalidNames(in text: String, of kind: ContentKind) -> [String] {
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
  /// The functions for statements of this program. Triggers do without them, so that other tools can write.
  static let functions = [merged, renamed]

  static let mergedName = "translations_merged"

  /// The first value without the fields whose names are in the third, separated by commas, and with the changes of the
  /// second, in which null removes a translation.
  private static let merged = DatabaseFunction(mergedName, argumentCount: 3, pure: true) { values in
    let (stored, patch) = (String.fromDatabaseValue(values[0]), String.fromDatabaseValue(values[1]))
    let replaced = (String.fromDatabaseValue(values[2]) ?? "").split(separator: ",")
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

  static let renamedName = "translations_renamed"

  /// A value in which a field has another name, or is removed if that is NULL.
  private static let renamed = DatabaseFunction(renamedName, argumentCount: 3, pure: true) {
    values in
    guard let former = String.fromDatabaseValue(values[1]) else { return nil }
    var fields = Fields(String.fromDatabaseValue(values[0]))
    let locales = fields.values.removeValue(forKey: former)
    if let name = String.fromDatabaseValue(values[2]) { fields.values[name] = locales }
    return fields.text
  }
}

// MARK: - Expressions in SQL

extension TranslationColumn {
  /// The value of `field` in `row` for a reader who looks it up in `tags`, the most specific one first.
  static func value(of field: ContentField, in row: String, lookup tags: [LocaleTag]) -> String {
    let column = "\(row).\(SQL.name(field.name))"
    guard field.isLocalized, !tags.isEmpty else { return column }
    return "coalesce(\(translation(of: field, in: row, lookup: tags)), \(column))"
  }

  /// The first translation of `field` in `row` that is in one of `tags`; NULL for none.
  static func translation(
    of field: ContentField, in row: String, lookup tags: [LocaleTag]
  ) -> String {
    let translations = tags.map { tag in
      let path = "$.\(SQL.name(field.name)).\(SQL.name(tag.text))"
      return "json_extract(\(row).\(name), \(SQL.literal(.text(path))))"
    }
    return translations.count == 1
      ? translations[0] : "coalesce(\(translations.joined(separator: ", ")))"
  }

  /// The translations of `field` in `table` as a table: the ids of the items and the values, under the name of the
  /// field.
  ///
  /// - Parameter columns: other columns that the table has.
  static func values(
    of field: ContentField, in table: String, besides columns: [String] = []
  ) -> String {
    let column = SQL.name(field.name)
    let path = SQL.literal(.text("$.\(column)"))
    let others = columns.map { ", items.\($0) AS \($0)" }.joined()
    return """
      (SELECT items.id AS id, locales.atom AS \(column)\(others)
      FROM \(table) AS items, json_each(items.\(name), \(path)) AS locales
      WHERE items.\(name) IS NOT NULL)
      """
  }

  /// Every text of every translation in `row`, each on a line behind a line feed.
  static func texts(of row: String) -> String {
    """
    CASE WHEN \(row).\(name) IS NULL THEN '' ELSE coalesce((SELECT char(10) || \
    group_concat(atom, char(10)) FROM json_tree(\(row).\(name)) WHERE type = 'text'), '') END
    """
  }
}
