package import StrictJSON

/// Everything that is wrong with one file.
package struct InvalidFile: Error {
  /// The file as the user named it.
  package let path: String
  package let problems: DocumentProblems
  /// What to do, if that is known.
  package let advice: String?

  package init(path: String, problems: DocumentProblems, advice: String? = nil) {
    self.path = path
    self.problems = problems
    self.advice = advice
  }
}

extension InvalidFile: CustomStringConvertible {
  /// A line per problem: the file, the place in it, what was expected and what was found.
  package var description: String {
    var lines = problems.listed.map { problem in
      // Without a pointer the problem concerns the whole file.
      problem.pointer.isEmpty ? "\(path): \(problem)" : "\(path)#\(problem)"
    }
    let unlisted = problems.count - problems.listed.count
    if unlisted > 0 { lines.append("\(path): and \(unlisted) more problems") }
    return lines.joined(separator: "\n") + (advice.map { "; \($0)" } ?? "")
  }
}

extension [DocumentProblem] {
  /// Adds the problem of the place that `pointer` names.
  package mutating func append(
    at pointer: String, expected: DocumentProblem.Expectation, found: DocumentProblem.Finding
  ) {
    append(DocumentProblem(pointer: pointer, expected: expected, found: found))
  }
}
