import FeedEditing

/// What inputs are fed to, by name. Each target checks more than that nothing ends the process: what is read can be
/// written and read again, pieces give what the whole gives, and nothing of a text becomes markup.
enum FuzzTarget {
  typealias Check = (FuzzInput) -> Void

  /// Each target with what prepares it.
  static let all: [String: @Sendable () -> Check] = [
    "json": { DocumentTargets.json },
    "patch": { DocumentTargets.patch },
    "items": { TransferTargets.items(.json) },
    "lines": { TransferTargets.items(.ndjson) },
    "table": { TransferTargets.items(.csv) },
    "kinds": { DefinitionTargets.kinds },
    "compositions": { DefinitionTargets.compositions },
    "conditions": { DefinitionTargets.conditions },
    "versions": { TextTargets.versions },
    "locales": { TextTargets.locales },
    "times": { TextTargets.times },
    "queries": { TextTargets.queries },
    "sealed": { SealedTargets.sealed },
    "pictures": { PictureTargets.pictures },
    "exif": { PictureTargets.exif },
    "markup": { MarkupTargets.markup },
    "layouts": { LayoutTargets.layouts },
    "http": { ConnectionTarget().check },
    "requests": { RequestTarget().check },
  ]

  static var names: [String] { all.keys.sorted() }
}
