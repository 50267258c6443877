import FeedLayout
import Foundation

/// The addresses of a server: the one place that builds them.
struct FeedAddresses: Sendable {
  /// The parameter by which a client says the newest version that it draws. Servers that do not know it refuse it.
  static let versionParameter: String? = "max_version"

  /// The address of the server, below which `/v1` is.
  let base: URL

  /// The address of a screen.
  func feed(_ feed: String, _ query: FeedQuery, variant: String?) -> URL {
    var items = [URLQueryItem(name: "width", value: number(query.width))]
    if query.textSize != 1 {
      items.append(URLQueryItem(name: "text_size", value: number(query.textSize)))
    }
    if let direction = query.direction {
      items.append(URLQueryItem(name: "direction", value: direction.rawValue))
    }
    if let locale = query.locale { items.append(URLQueryItem(name: "locale", value: locale)) }
    if let variant { items.append(URLQueryItem(name: "variant", value: variant)) }
    if let name = Self.versionParameter {
      items.append(URLQueryItem(name: name, value: "\(FeedClient.version)"))
    }
    return address(["v1", "feeds", feed], items)
  }

  /// The address that names the variant of a client.
  func variant(of feed: String, for facts: ClientFacts) -> URL {
    let values = [
      ("platform", facts.platform), ("app_version", facts.appVersion),
      ("audience", facts.audiences.isEmpty ? nil : facts.audiences.joined(separator: ",")),
      ("key", facts.key),
    ]
    return address(
      ["v1", "feeds", feed, "variant"],
      values.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } })
  }

  /// The address of the event stream.
  var events: URL { address(["v1", "events"], []) }

  /// An address as a document has it; `nil` if it is none.
  func resolved(_ address: String) -> URL? {
    URL(string: address, relativeTo: base)?.absoluteURL
  }

  private func address(_ path: [String], _ items: [URLQueryItem]) -> URL {
    var url = base
    for part in path { url.appendPathComponent(part) }
    guard !items.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url.absoluteURL }
    components.queryItems = items
    return components.url ?? url.absoluteURL
  }

  private func number(_ value: Double) -> String { JSONValue.number(value).description }
}
