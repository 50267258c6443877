import Foundation
import StrictJSON

/// Something that a client can give a model to read, such as the definition of a kind, or the form of such addresses.
struct AssistantResource: Sendable {
  /// With a part in braces for a form.
  let address: String
  let name: String
  let title: String

  /// The forms of addresses.
  static let templates = [
    AssistantResource(
      address: "tanada://kinds/{kind}", name: "kind", title: "The definition of a kind"),
    AssistantResource(
      address: "tanada://feeds/{feed}/composition", name: "composition",
      title: "What a feed is made of"),
    AssistantResource(address: "tanada://content/{kind}/{id}", name: "item", title: "An item"),
    AssistantResource(
      address: "tanada://releases/{id}", name: "release", title: "A release with its operations"),
  ]

  /// Those that there are, kinds first. Items and releases are many, and have templates.
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

  /// Writes it with its address as the member `key`.
  func write(to writer: inout JSONWriter, address key: String = "uri") {
    writer.object { object in
      object.member(key, address)
      object.member("name", name)
      object.member("title", title)
      object.member("mimeType", "application/json")
    }
  }

  /// The path in the API of what `address` names; `nil` for an address of no template.
  static func path(of address: String) -> [String]? {
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    for template in templates {
      let form = template.address.split(separator: "/", omittingEmptySubsequences: false)
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
