import StrictJSON

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

  /// What a list of the kind's items can be asked for:
  /// `{"filter":{"rating.gte":"4"},"sort":"-id","q":"…"}`.
  private mutating func query(_ name: String, of kind: ContentKind?) -> ContentQuery {
    object(name) { fields in
      let filters = fields.hasValue("filter") ? fields.texts("filter") : [:]
      let sort = fields.textToRead("sort")
      let search = fields.textToRead("q")
      fields.refuseUnknownFields()
      guard let kind else { return .all }
      var query = ContentQuery.all
      do throws(ContentQueryProblems) {
        query.filters = try ContentQuery(filters: filters, for: kind).filters
      } catch {
        fields.note(error, below: "/filter")
      }
      do throws(ContentQueryProblems) {
        let sorted = try ContentQuery(sort: sort, search: search, for: kind)
        (query.sort, query.search) = (sorted.sort, sorted.search)
      } catch {
        fields.note(error, below: "")
      }
      return query
    } ?? .all
  }

  /// The text of a field that says nothing where it is missing or empty; `nil` then.
  private mutating func textToRead(_ name: String) -> String? {
    guard hasValue(name) else { return nil }
    return value(name, expected: .text) { $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Notes what is wrong with a query whose texts are members of the object at `pointer`.
  private mutating func note(_ found: ContentQueryProblems, below pointer: String) {
    problems += found.listed.map { problem in
      ContentProblem(
        pointer: "\(pointer)/\(problem.parameter.escapedForPointer)",
        expected: .words(problem.expected), found: problem.found)
    }
  }
}
