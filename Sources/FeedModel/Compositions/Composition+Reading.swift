package import StrictJSON

extension Composition {
  /// Reads the composition of `feed` as its editors write it.
  ///
  /// What is read here is sound in itself; whether its layouts can be computed is another question.
  ///
  /// - Throws: every problem of the document.
  package init(reading document: some Sequence<UInt8>, of feed: String) throws(ContentProblems) {
    var reading = CompositionReading()
    let (_, found) = JSONFieldReader.read(try JSONTree(strict: document)) { reading.read(&$0) }
    var problems = found + reading.problems
    if let name = reading.feed, name != feed {
      problems.append(
        ContentProblem(pointer: "/feed", expected: .oneOf([feed]), found: .text(name)))
    }
    guard problems.isEmpty else { throw ContentProblems(problems) }
    self.init(feed: feed, sections: reading.sections.compactMap { $0 })
  }
}

/// A composition on its way from JSON.
private struct CompositionReading {
  var feed: String?
  var sections: [Composition.Section?] = []
  /// What is wrong with the sections as a whole.
  var problems: [ContentProblem] = []

  mutating func read(_ fields: inout JSONFieldReader) {
    if fields.hasValue("feed") { feed = fields.text("feed") }
    sections = fields.objects("sections") { Composition.Section(reading: &$0) }
    fields.refuseUnknownFields()
    noteCount()
    noteRepeatedIDs()
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
