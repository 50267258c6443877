/// The difference of one file in the unified format, as `git diff` prints it, made from its edits one by one.
///
/// In memory are the lines of one hunk and a few around it, however long the file is.
package struct UnifiedDiff: Sendable {
  /// How many unchanged lines stand before and behind changed ones.
  package static let contextCount = 3

  /// Where the two versions of a file are.
  package enum Sides: Hashable, Sendable {
    case changed, created, removed
  }

  /// A line of a difference.
  package enum Line: Hashable, Sendable {
    /// The names of the file.
    case header(String)
    /// The places of a hunk.
    case place(String)
    case edit(LineEdit)

    /// The line as it is printed, without a line feed.
    package var bytes: [UInt8] {
      switch self {
      case .header(let text), .place(let text): Array(text.utf8)
      case .edit(.kept(let line)): [UInt8(ascii: " ")] + line
      case .edit(.removed(let line)): [UInt8(ascii: "-")] + line
      case .edit(.added(let line)): [UInt8(ascii: "+")] + line
      }
    }
  }

  private let path: String
  private let sides: Sides
  private var hasHunk = false
  /// How many lines of both versions have been added.
  private var (oldCount, newCount) = (0, 0)
  /// The last unchanged lines before a hunk.
  private var context: [[UInt8]] = []
  private var hunk: [LineEdit] = []
  /// How many unchanged lines the hunk ends with.
  private var keptCount = 0
  /// Where the hunk begins.
  private var start = (old: 0, new: 0)

  /// The difference of the file at `path`, which is relative and needs no quotation marks.
  package init(path: String, sides: Sides) {
    self.path = path
    self.sides = sides
  }

  /// The lines of a whole difference; none if nothing changes.
  ///
  /// - Parameters:
  ///   - old: the file, which ends with a line feed; `nil` if there is none.
  ///   - new: what it will be; `nil` if it is removed.
  package static func lines(of path: String, from old: [UInt8]?, to new: [UInt8]?) -> [Line] {
    guard old != new else { return [] }
    var diff = UnifiedDiff(
      path: path, sides: old == nil ? .created : new == nil ? .removed : .changed)
    var lines: [Line] = []
    for edit in LineEdit.edits(from: old?.fileLines ?? [], to: new?.fileLines ?? []) {
      lines += diff.add(edit)
    }
    return lines + diff.finish()
  }

  /// Adds the next line.
  ///
  /// - Returns: the lines of the hunk that it completes; mostly none.
  package mutating func add(_ edit: LineEdit) -> [Line] {
    defer {
      oldCount += edit.counts.old
      newCount += edit.counts.new
    }
    if case .kept(let line) = edit { return keep(line) }
    if hunk.isEmpty {
      start = (oldCount - context.count, newCount - context.count)
      hunk = context.map { .kept($0) }
      context = []
    }
    keptCount = 0
    hunk.append(edit)
    return []
  }

  /// Ends the file.
  ///
  /// - Returns: the lines of the last hunk.
  package mutating func finish() -> [Line] {
    hunk.isEmpty ? [] : endHunk()
  }

  private mutating func keep(_ line: [UInt8]) -> [Line] {
    guard !hunk.isEmpty else {
      context.append(line)
      if context.count > Self.contextCount { context.removeFirst() }
      return []
    }
    hunk.append(.kept(line))
    keptCount += 1
    // Hunks whose context would touch are one.
    guard keptCount > 2 * Self.contextCount else { return [] }
    return endHunk()
  }

  private mutating func endHunk() -> [Line] {
    let surplus = max(0, keptCount - Self.contextCount)
    // The lines behind the hunk are the context of the next one.
    context = hunk.suffix(keptCount).compactMap { edit in
      if case .kept(let line) = edit { line } else { nil }
    }.suffix(Self.contextCount)
    let body = Self.grouped(hunk.dropLast(surplus))
    hunk = []
    keptCount = 0
    defer { hasHunk = true }
    return (hasHunk ? [] : header) + [place(of: body)] + body.map(Line.edit)
  }

  private func place(of body: [LineEdit]) -> Line {
    let old = body.reduce(0) { $0 + $1.counts.old }
    let new = body.reduce(0) { $0 + $1.counts.new }
    return .place("@@ -\(Self.range(start.old, old)) +\(Self.range(start.new, new)) @@")
  }

  /// A range of lines behind `start`; an empty one is named by the line before it.
  private static func range(_ start: Int, _ count: Int) -> String {
    switch count {
    case 0: "\(start),0"
    case 1: "\(start + 1)"
    default: "\(start + 1),\(count)"
    }
  }

  /// The edits in the order in which they are printed: of those between two unchanged lines the removed ones first.
  private static func grouped(_ edits: ArraySlice<LineEdit>) -> [LineEdit] {
    var lines: [LineEdit] = []
    var added: [LineEdit] = []
    for edit in edits {
      switch edit {
      case .kept:
        lines += added + [edit]
        added = []
      case .removed: lines.append(edit)
      case .added: added.append(edit)
      }
    }
    return lines + added
  }

  /// The lines before the first hunk.
  private var header: [Line] {
    let mode: [Line] =
      switch sides {
      case .changed: []
      case .created: [.header("new file mode 100644")]
      case .removed: [.header("deleted file mode 100644")]
      }
    return [.header("diff --git a/\(path) b/\(path)")] + mode + [
      .header(sides == .created ? "--- /dev/null" : "--- a/\(path)"),
      .header(sides == .removed ? "+++ /dev/null" : "+++ b/\(path)"),
    ]
  }
}

extension [UInt8] {
  /// The lines of a text that ends with a line feed, without theirs.
  fileprivate var fileLines: [[UInt8]] {
    var lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Array($0)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
