import StrictJSON

/// JSON as such.
enum DocumentTargets {
  /// Both readers agree, and what is written is read again as the same.
  static func json(_ input: FuzzInput) {
    let isText = String(validating: input.rest, as: UTF8.self) != nil
    let strict = try? JSONTree(parsing: input.rest)
    guard let tree = try? JSONTree(parsing: input.rest) else { return }
    require(!isText || strict != nil, "one reader takes what the other refuses")
    let written = tree.bytes
    guard let again = try? JSONTree(parsing: written) else {
      fatalError("what was written cannot be read: \(written)")
    }
    require(again.bytes == written, "what is written again differs")
    visit(tree, again)
  }

  /// The values of both are the same, all the way down.
  private static func visit(_ tree: JSONTree, _ other: JSONTree) {
    require(tree.integer == other.integer, "another whole number")
    require(tree.number == other.number, "another number")
    require(tree.string == other.string, "another text")
    require("\(tree.finding)" == "\(other.finding)", "another finding")
    if let whole = tree.integer, let number = tree.number {
      require(number == Double(whole), "a whole number is another number")
    }
    if let members = tree.members {
      for (member, same) in zip(members, other.members ?? []) {
        require(Array(member.name.utf8) == Array(same.name.utf8), "another name")
        visit(member.value, same.value)
      }
      for member in members where members.count < 100 && hasReadableNames(tree) {
        require(tree[member.name] != nil, "a member is not found by its name")
      }
    }
    for (element, same) in zip(tree.elements ?? [], other.elements ?? []) { visit(element, same) }
  }

  /// Whether every name of an object is a text: one with half of a surrogate pair is
  /// refused wherever documents are taken, and is found by no name.
  private static func hasReadableNames(_ tree: JSONTree) -> Bool {
    if case .malformed = tree.finding { false } else { true }
  }

  /// A patch does the same twice, and leaves what it does not name (RFC 7396).
  static func patch(_ input: FuzzInput) {
    var input = input
    guard let target = try? JSONTree(parsing: input.part()),
      let patch = try? JSONTree(parsing: input.rest)
    else { return }
    let patched = target.merging(patch)
    guard let read = try? JSONTree(parsing: patched.bytes) else {
      fatalError(
        "a patched document cannot be read: \(String(decoding: patched.bytes, as: UTF8.self))")
    }
    require(read.merging(patch).bytes == patched.bytes, "a patch changes more the second time")
    guard let changes = patch.members else {
      require(patched.bytes == patch.bytes, "what is no object does not replace the whole")
      return
    }
    for change in changes where change.value.isNull {
      require(patched[change.name] == nil, "a member was not removed")
    }
    let names = Set(changes.map { Array($0.name.utf8) })
    let named = hasReadableNames(target) ? target.members ?? [] : []
    for member in named where !names.contains(Array(member.name.utf8)) {
      require(
        patched[member.name]?.bytes == member.value.bytes, "a member that is not named was changed")
    }
  }
}
