package import FeedLayout
package import StrictJSON

extension SectionLayout {
  /// Writes the layout in the published shape: the members of all layouts, those of this one, the
  /// frames, or only those in `range`, and then the members that `more` writes.
  package func write(
    to writer: inout JSONWriter, presentation: LayoutPresentation = LayoutPresentation(),
    range: Range<Int>? = nil, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { object in
      object.member("type", Self.name)
      object.member("viewport", viewport)
      object.member("content_size", contentSize)
      object.members(Self.members, of: self)
      object.array("frames", frames[range ?? frames.indices], of: Frame.published)
      presentation.write(self, range: range, to: &object)
      more(&object)
    }
  }
}

extension SectionOptions {
  /// Writes the options of a layout as its member `options`, if any of them differs from its
  /// default: clients that move its items need them.
  package func write(to layout: inout JSONWriter) {
    let members = Set(Self.declarations.descriptions.filter(\.isMember).map(\.name))
    let written = changed.filter { !members.contains($0.name) }
    guard !written.isEmpty else { return }
    layout.object("options") { object in
      for (name, value) in written { object.member(name, value) }
    }
  }
}

extension JSONWriter {
  /// Writes why items have no frame, if there are any.
  mutating func itemErrors(_ errors: [LayoutError]) {
    guard !errors.isEmpty else { return }
    array("errors", errors) { writer, error in
      writer.object {
        if let item = error.item { $0.member("item", item.id) }
        $0.member("detail", error.clause)
      }
    }
  }

  mutating func member(_ name: String, _ value: OptionValue) {
    key(name)
    self.value(value)
  }

  private mutating func value(_ option: OptionValue) {
    switch option {
    case .null: null()
    case .flag(let flag): value(flag)
    case .number(let number): value(number)
    case .integer(let integer): value(integer)
    case .text(let text): value(text)
    case .list(let values): array(values) { $0.value($1) }
    case .object(let members):
      object { object in
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { object.member(name, value) }
      }
    }
  }
}
