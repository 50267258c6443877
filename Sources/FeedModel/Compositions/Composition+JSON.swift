package import StrictJSON

extension Composition {
  /// Writes the composition as `audience` reads it: editors as they write it, everybody without schedules.
  package func write(to writer: inout JSONWriter, for audience: Audience = .editors) {
    writer.object { object in
      object.member("feed", feed)
      if spacing != 0 { object.member("spacing", spacing) }
      if let theme { object.member("theme", theme) }
      object.array("sections", shown(to: audience).sections) { writer, section in
        section.write(to: &writer, withSchedule: audience == .editors)
      }
    }
  }

  /// The part that `audience` may know of. What is shown to some clients only, or is not shown yet or any more, is not
  /// for everybody.
  package func shown(to audience: Audience) -> Composition {
    guard case .everybody(let moment) = audience else { return self }
    return with(sections.filter { $0.window.isShown(at: moment) && $0.window.when == nil })
  }

  /// Those who read a composition.
  package enum Audience: Sendable, Equatable {
    /// Those who may know of drafts and schedules.
    case editors
    /// Everybody, at a moment.
    case everybody(at: Timestamp)
  }
}

extension Composition.Section {
  /// Writes the section as its editors read and write it; without the moments of its window if they are not to be known.
  package func write(to writer: inout JSONWriter, withSchedule: Bool = true) {
    writer.object { object in
      object.member("id", id)
      object.member("kind", kind.name)
      object.members("title", title)
      if let header { object.object("header") { header.write(to: &$0) } }
      object.object("layout") { (layout ?? kind.defaultLayout).write(to: &$0) }
      if let cell { object.member("cell", cell) }
      if let fallback {
        object.key("fallback")
        fallback.write(to: &object)
      }
      object.member("limit", limit)
      if withSchedule || !window.isScheduled { object.object("window") { window.write(to: &$0) } }
      if let when { object.object(WindowField.when) { when.write(to: &$0) } }
      object.object("source") { source.write(to: &$0) }
      if let action { object.object("action") { action.write(to: &$0) } }
      if let category { object.member("category", category) }
      object.member("min_schema_version", minSchemaVersion)
    }
  }
}

extension Composition.Fallback {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .omit: writer.value(Self.omitted)
    case .look(let layout, let cell):
      writer.object { object in
        object.object("layout") { layout.write(to: &$0) }
        if let cell { object.member("cell", cell) }
      }
    }
  }
}

extension Composition.Header {
  fileprivate func write(to object: inout JSONWriter) {
    object.member("height", height)
    if let subtitle { object.members("subtitle", subtitle) }
    if let action { object.object("action") { action.write(to: &$0) } }
  }
}

extension Composition.HeaderAction {
  /// Writes the members of the action.
  package func write(to object: inout JSONWriter) {
    object.members("title", title)
    if let deepLink { object.members("deep_link", deepLink) }
    if let webURL { object.members("web_url", webURL) }
  }
}

extension Window {
  /// Writes the window's members but for its condition, which is a member of the section; moments are in UTC.
  fileprivate func write(to object: inout JSONWriter) {
    object.member("draft", isDraft)
    object.key("publish_at")
    if let publishAt { object.value(publishAt.rfc3339) } else { object.null() }
    object.key("unpublish_at")
    if let unpublishAt { object.value(unpublishAt.rfc3339) } else { object.null() }
  }
}

extension Composition.Source {
  fileprivate func write(to object: inout JSONWriter) {
    switch self {
    case .pinned(let ids): object.array("pinned", ids) { $0.value($1) }
    case .query(let query): object.object("query") { query.write(to: &$0) }
    }
  }
}

extension ContentQuery {
  fileprivate func write(to object: inout JSONWriter) {
    if !filters.isEmpty {
      object.object("filter") { filter in
        var names: Set<String> = []
        for condition in filters {
          let isFirst = names.insert(condition.longName).inserted
          filter.member(isFirst ? condition.longName : condition.name, condition.value)
        }
      }
    }
    if !sort.isEmpty { object.member("sort", sort.map(\.text).joined(separator: ",")) }
    if let search { object.member("q", search) }
  }
}

extension Composition.ActionTemplate {
  /// Writes the templates.
  fileprivate func write(to object: inout JSONWriter) {
    if let deepLink { object.members("deep_link", deepLink) }
    if let webURL { object.members("web_url", webURL) }
  }
}
