package import Foundation
package import StrictJSON

extension Composition {
  /// Reads the composition of `feed` as its editors write it.
  ///
  /// What is read here is sound in itself; whether its layouts can be computed is another question.
  ///
  /// - Throws: every problem of the document.
  package init(reading document: Data, of feed: String) throws(ContentProblems) {
    let reading = try WholeDocument.decode(CompositionReading.self, from: document)
    var problems = reading.problems
    if let name = reading.feed, name != feed {
      problems.append(
        ContentProblem(pointer: "/feed", expected: .oneOf([feed]), found: .text(name)))
    }
    guard problems.isEmpty else {
      var all = ContentProblems()
      for problem in problems { all.append(problem) }
      throw all
    }
    self.init(feed: feed, sections: reading.sections.compactMap { $0 })
  }
}

/// A composition on its way from JSON.
private struct CompositionReading: Decodable {
  var feed: String?
  var sections: [Composition.Section?] = []
  var problems: [ContentProblem] = []

  init(from decoder: any Decoder) throws {
    switch JSONFieldReader.make(from: decoder) {
    case .failure(let mistake): problems = [mistake.problem]
    case .success(var reader):
      if reader.hasValue("feed") { feed = reader.text("feed") }
      sections = reader.objects("sections") { Composition.Section(reading: &$0) }
      reader.refuseUnknownFields()
      problems = reader.problems
      noteCount()
      noteRepeatedIDs()
    }
  }

  private mutating func noteCount() {
    guard sections.count > Composition.maximumSectionCount else { return }
    problems.append(
      ContentProblem(
        pointer: "/sections",
        expected: .words("at most \(Composition.maximumSectionCount) sections"),
        found: .number("\(sections.count)")))
  }

  private mutating func noteRepeatedIDs() {
    var seen: Set<String> = []
    for (index, section) in sections.enumerated() {
      guard let id = section?.id, !id.isEmpty, !seen.insert(id).inserted else { continue }
      problems.append(
        ContentProblem(
          pointer: "/sections/\(index)/id", expected: .uniqueIdentifier, found: .text(id)))
    }
  }
}
