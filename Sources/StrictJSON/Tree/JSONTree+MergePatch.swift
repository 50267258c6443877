extension JSONTree {
  /// The value after `patch` (RFC 7396, section 2): members of an object replace those of the same
  /// name, null removes them, and anything but an object replaces the whole.
  package func merging(_ patch: JSONTree) -> JSONTree {
    guard case .object(let changes) = patch else { return patch }
    var members: [Member?] = []
    if case .object(let own) = self { members = own }
    // A patch may have as many members as fit into a body: none of them is looked for one by one.
    var places = Dictionary(
      members.enumerated().map { ($1?.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    for change in changes {
      let place = places[change.name]
      if change.value == .null {
        if let place { members[place] = nil }
        places[change.name] = nil
        continue
      }
      var member = change
      let old = place.flatMap { members[$0] }
      member.value = (old?.value ?? .null).merging(change.value)
      if let place, let old {
        members[place] = Member(name: old.name, writtenName: old.writtenName, value: member.value)
      } else {
        places[change.name] = members.count
        members.append(member)
      }
    }
    return .object(members.compactMap(\.self))
  }
}
