import Foundation

extension JSONFieldReader {
  /// Which items a section shows: `{"pinned":[…]}` or `{"query":{…}}`.
  mutating func source(_ name: String, of kind: ContentKind?) -> Composition.Source {
    object(name) { fields in
      let source: Composition.Source
      let isPinned = fields.hasValue("pinned")
      let isQuery = fields.hasValue("query")
      if isPinned, isQuery {
        fields.refuse("query", expected: .words("nothing beside pinned"))
        source = .query(.all)
      } else if isPinned {
        source = .pinned(fields.pinned("pinned"))
      } else if isQuery {
        source = .query(fields.query("query", of: kind))
      } else {
        fields.refuse("query", expected: .words("pinned or query"))
        source = .query(.all)
      }
      fields.refuseUnknownFields()
      return source
    } ?? .query(.all)
  }

  private mutating func pinned(_ name: String) -> [Int] {
    let ids = identifiers(name)
    if ids.count > Composition.supportedLimits.upperBound {
      refuse(
        name, expected: .words("at most \(Composition.supportedLimits.upperBound) ids"),
        found: .number("\(ids.count)"))
    }
    var seen: Set<Int> = []
    for id in ids where !seen.insert(id).inserted {
      refuse(name, expected: .uniqueIdentifier, found: .duplicate(id))
    }
    return ids
  }

  private mutating func query(_ name: String, of kind: ContentKind?) -> ContentQuery {
    object(name) { fields in
      let filters = fields.hasValue("filter") ? fields.filters("filter", of: kind) : []
      let sort = fields.hasValue("sort") ? fields.sort("sort", of: kind) : []
      let search = fields.hasValue("q") ? fields.text("q") : nil
      fields.refuseUnknownFields()
      return ContentQuery(
        filters: filters, sort: sort, search: search.flatMap { $0.isEmpty ? nil : $0 })
    } ?? .all
  }

  /// `{"rating.gte":"4","title":"Rice"}`: a field, and how it is compared unless for equality.
  private mutating func filters(
    _ name: String, of kind: ContentKind?
  ) -> [ContentQuery.Filter] {
    let texts = texts(name)
    return texts.sorted { $0.key < $1.key }.compactMap { key, value in
      let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let comparison =
        parts.count == 2 ? ContentQuery.Filter.Comparison(rawValue: parts[1]) : .equal
      guard parts.count <= 2, let comparison else {
        let names = ContentQuery.Filter.Comparison.allCases.map(\.rawValue)
        refuse(
          name, key: key,
          expected: .words("a field and one of .\(names.joined(separator: ", ."))"),
          found: .text(key))
        return nil
      }
      guard let kind else { return nil }
      guard let field = kind.field(parts[0]) else {
        refuse(
          name, key: key, expected: .oneOf(kind.fields.map(\.name)), found: .text(parts[0]))
        return nil
      }
      switch field.type {
      case .integer where Double(value)?.isFinite != true,
        .number where Double(value)?.isFinite != true:
        refuse(name, key: key, expected: .number, found: .text(value))
      case .date where Timestamp(value) == nil:
        refuse(name, key: key, expected: .date, found: .text(value))
      default: break
      }
      return ContentQuery.Filter(field: parts[0], comparison: comparison, value: value)
    }
  }

  /// `-published_at,id`: fields, the first of which counts most, each descending after a hyphen.
  private mutating func sort(_ name: String, of kind: ContentKind?) -> [ContentQuery.SortKey] {
    let text = text(name)
    return text.split(separator: ",").compactMap { part in
      let isDescending = part.hasPrefix("-")
      let field = String(isDescending ? part.dropFirst() : part)
      if let kind, kind.field(field) == nil {
        refuse(name, expected: .oneOf(kind.fields.map(\.name)), found: .text(field))
        return nil
      }
      return ContentQuery.SortKey(field: field, isDescending: isDescending)
    }
  }

  /// Notes that member `key` of the object in field `name` is wrong.
  private mutating func refuse(
    _ name: String, key: String, expected: ContentProblem.Expectation,
    found: ContentProblem.Finding
  ) {
    problems.append(
      ContentProblem(
        pointer: "/\(name)/\(key.escapedForPointer)", expected: expected, found: found))
  }
}
