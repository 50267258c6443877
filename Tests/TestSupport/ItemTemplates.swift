/// An item as text, of which single fields can be replaced by any JSON or left out.
package struct ItemTemplate: Sendable {
  private var fields: [(name: String, json: String)]

  package static let topic = ItemTemplate(fields: [
    ("id", "1"), ("rating", "3.7"), ("thumbnail_url", "\"https://example.com/a.jpg\""),
    ("title", "\"Rice\""), ("caption", "\"\""),
    ("published_at", "\"2022-12-01T07:30:00.000+0000\""),
  ])

  package static let photo = ItemTemplate(fields: [
    ("id", "1"), ("photo_url", "\"https://example.com/a.jpg\""), ("photo_width", "960"),
    ("photo_height", "720"), ("title", "\"Rice\""), ("caption", "\"\""),
    ("published_at", "\"2022-12-01T07:30:00.000+0000\""),
  ])

  package static let banner = ItemTemplate(fields: [
    ("id", "1"), ("banner_contents_id", "1001"), ("banner_url", "\"https://example.com/a.jpg\""),
  ])

  /// The item with `name` set to `json`, or without it.
  package func with(_ name: String, _ json: String?) -> ItemTemplate {
    var copy = self
    let index = fields.firstIndex { $0.name == name }
    if let json, let index {
      copy.fields[index].json = json
    } else if let json {
      copy.fields.append((name, json))
    } else if let index {
      copy.fields.remove(at: index)
    }
    return copy
  }

  package var text: String {
    "{" + fields.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}

/// `{"result":[…]}` around `items`.
package func document(_ items: ItemTemplate...) -> String {
  "{\"result\":[" + items.map(\.text).joined(separator: ",") + "]}"
}
