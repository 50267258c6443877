import Foundation
import StrictJSON

/// Something that a client can give a model to read: the definition of a kind, or what a feed is made of.
struct AssistantResource: Sendable {
  let address: String
  let name: String
  let title: String

  /// Those that there are, kinds first. Items and releases are many, and have templates.
  ///
  /// - Throws: ``ToolProblem``.
  static func all(at desk: AssistantDesk) async throws -> [AssistantResource] {
    let kinds = try await desk.read(["kinds"]).document["kinds"]?.elements ?? []
    let feeds = try await desk.read(["feeds"]).document["feeds"]?.elements ?? []
    return kinds.compactMap { $0["kind"]?.string }.map { name in
      AssistantResource(
        address: "tanada://kinds/\(name)", name: "kind \(name)",
        title: "The definition of the kind \(name)")
    }
      + feeds.compactMap { $0["feed"]?.string }.map { name in
        AssistantResource(
          address: "tanada://feeds/\(name)/composition", name: "composition of \(name)",
          title: "What the feed \(name) is made of")
      }
  }

  func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("uri", address)
      object.member("name", name)
      object.member("title", title)
      object.member("mimeType", "application/json")
    }
  }
}

extension AssistantResource {
  /// The form of addresses.
  enum Template: String, CaseIterable, Sendable {
    case kind = "tanada://kinds/{kind}"
    case composition = "tanada://feeds/{feed}/composition"
    case item = "tanada://content/{kind}/{id}"
    case release = "tanada://releases/{id}"

    private var title: String {
      switch self {
      case .kind: "The definition of a kind"
      case .composition: "What a feed is made of"
      case .item: "An item"
      case .release: "A release with its operations"
      }
    }

    func write(to writer: inout JSONWriter) {
      writer.object { object in
        object.member("uriTemplate", rawValue)
        object.member("name", "\(self)")
        object.member("title", title)
        object.member("mimeType", "application/json")
      }
    }

    /// The path in the API of what `address` names; `nil` for an address of no template.
    static func path(of address: String) -> [String]? {
      let parts = address.split(separator: "/", omittingEmptySubsequences: false)
      for template in allCases {
        let form = template.rawValue.split(separator: "/", omittingEmptySubsequences: false)
        let isAlike =
          form.count == parts.count
          && zip(form, parts).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
        guard isAlike else { continue }
        let path = parts.dropFirst(2).compactMap { String($0).removingPercentEncoding }
        return path.count == parts.count - 2 ? path : nil
      }
      return nil
    }
  }
}

extension ToolProblem {
  /// Whether there is not what was asked for.
  var isOfNothing: Bool { text.contains("(404)") }
}
