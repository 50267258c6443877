extension JSONTree {
  /// The value after `patch` (RFC 7396, section 2): members of an object replace those of the same
  /// name, null removes them, and anything but an object replaces the whole.
  package func merging(_ patch: JSONTree) -> JSONTree {
    guard case .object(let changes) = patch else { return patch }
    var members: [Member] = []
    if case .object(let own) = self { members = own }
    for change in changes {
      let index = members.firstIndex { $0.name == change.name }
      switch (change.value, index) {
      case (.null, let index?): members.remove(at: index)
      case (.null, nil): break
      case (let value, let index?): members[index].value = members[index].value.merging(value)
      case (let value, nil):
        var member = change
        member.value = JSONTree.null.merging(value)
        members.append(member)
      }
    }
    return .object(members)
  }
}
