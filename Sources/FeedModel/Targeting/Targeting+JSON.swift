package import StrictJSON

extension Targeting {
  /// The names of the members of a condition.
  private enum Member {
    static let platforms = "platforms"
    static let appVersion = "app_version"
    static let audiences = "audiences"
    static let share = "share"
    static let all = [platforms, appVersion, audiences, share]
  }

  /// The JSON of the condition, the same for equal conditions.
  package var canonicalText: String {
    String(decoding: JSONWriter.encode { $0.object { write(to: &$0) } }, as: UTF8.self)
  }

  /// Reads a condition that stands in a document of its own, such as a cell of a table.
  ///
  /// - Throws: everything that is wrong with it.
  package init(reading document: some Sequence<UInt8>) throws(DocumentProblems) {
    let (condition, problems) = JSONFieldReader.read(try JSONTree(parsing: document)) {
      Targeting(reading: &$0)
    }
    guard problems.isEmpty, let condition = condition ?? nil else {
      throw DocumentProblems(problems)
    }
    self = condition
  }

  /// Reads a canonical text; `nil` for any other text.
  package init?(canonicalText text: String) {
    guard let condition = try? Targeting(reading: text.utf8), condition.canonicalText == text else {
      return nil
    }
    self = condition
  }

  /// Takes a condition from `fields`; what is wrong with it is noted there.
  fileprivate init?(reading fields: inout JSONFieldReader) {
    let count = fields.problems.count
    let platforms =
      fields.hasValue(Member.platforms) ? fields.plainNames(Member.platforms) : []
    let versions =
      fields.hasValue(Member.appVersion) ? fields.versionRange(Member.appVersion) : nil
    let audiences =
      fields.hasValue(Member.audiences) ? fields.plainNames(Member.audiences) : []
    let share =
      fields.hasValue(Member.share)
      ? fields.object(Member.share) { ClientShare(reading: &$0) } : nil
    fields.refuseUnknownFields()
    guard fields.problems.count == count else { return nil }
    let condition = Targeting(
      platforms: platforms, appVersions: versions, audiences: audiences, share: share)
    guard let condition else {
      fields.problems.append(at: "", expected: .words(Self.form), found: .object)
      return nil
    }
    self = condition
  }

  /// Writes the members of the condition.
  package func write(to object: inout JSONWriter) {
    if !platforms.isEmpty { object.array(Member.platforms, platforms) { $0.value($1) } }
    if let appVersions { object.member(Member.appVersion, "\(appVersions)") }
    if !audiences.isEmpty { object.array(Member.audiences, audiences) { $0.value($1) } }
    if let share { object.object(Member.share) { share.write(to: &$0) } }
  }

  /// The form of a condition, in words.
  private static let form = "at least one of \(Member.all.joined(separator: ", "))"
}

extension ClientShare {
  /// Takes a share from `fields`; what is wrong with it is noted there.
  fileprivate init(reading fields: inout JSONFieldReader) {
    let bounds = DocumentProblem.Expectation.words("a number from 0 to 1")
    let from = fields.number("from", as: bounds) { (0...1).contains($0) }
    let count = fields.problems.count
    let to = fields.number("to", as: bounds, standIn: 1) { (0...1).contains($0) }
    if fields.problems.count == count, to <= from {
      fields.refuse("to", expected: .words("a number above from"))
    }
    let salt: String? = fields.value(
      "salt", expected: .words("1 to \(Self.maximumSaltLength) characters")
    ) { (1...Self.maximumSaltLength).contains($0.unicodeScalars.count) ? $0 : nil }
    fields.refuseUnknownFields()
    self.init(from: from, to: to, salt: salt ?? "")
  }

  fileprivate func write(to object: inout JSONWriter) {
    object.member("from", from)
    object.member("to", to)
    object.member("salt", salt)
  }
}

extension JSONFieldReader {
  /// A condition in the field `name`; `nil` where the field is missing or null, and with a problem for one that is
  /// not valid.
  package mutating func targeting(_ name: String) -> Targeting? {
    hasValue(name) ? object(name) { Targeting(reading: &$0) } ?? nil : nil
  }

  /// Up to 50 plain names, at least one.
  fileprivate mutating func plainNames(_ name: String) -> [String] {
    let count = problems.count
    let names = list(name, expected: .words(PlainName.form)) { PlainName.isValid($0) ? $0 : nil }
    if problems.count == count, !(1...Targeting.maximumNameCount).contains(names.count) {
      refuse(
        name, expected: .words("1 to \(Targeting.maximumNameCount) names"),
        found: names.isEmpty ? .nothing : .number("\(names.count)"))
    }
    return names
  }

  fileprivate mutating func versionRange(_ name: String) -> VersionRange? {
    let count = problems.count
    let text = text(name)
    guard problems.count == count else { return nil }
    do throws(VersionProblem) {
      return try VersionRange(text)
    } catch {
      refuse(name, expected: .words(error.expected), found: .text(error.found))
      return nil
    }
  }
}
