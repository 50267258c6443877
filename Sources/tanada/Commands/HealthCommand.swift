import ArgumentParser
import FeedHTTP
import FeedPhotos
import Foundation

struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Ask the server on this machine whether it is ready.",
    discussion: """
      Asks /readyz where the settings host and port say, for health checks of containers and of \
      scripts. Prints the answer and exits with 0 if the status is 200; otherwise it says why on \
      standard error, and exits with 1.
      """)

  @Option(
    help: .named(
      "url",
      "The server to ask, such as http://127.0.0.1:8080, in place of the one of the settings."))
  var url: String?

  @Option(help: .named("seconds", "How long to wait for the answer, 0.1 to 60.")) var timeout = 2.0

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    guard (0.1...60).contains(timeout) else {
      throw ValidationError("--timeout: expected 0.1 to 60 seconds, found \(timeout)")
    }
    if let url, Self.place(url) == nil {
      throw ValidationError(
        "--url: expected an address such as http://127.0.0.1:8080, found \"\(url)\"")
    }
  }

  func run() async throws {
    let (host, port) = try await place()
    let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/readyz"
    let client = HTTPClient(
      connectTimeout: .seconds(timeout), timeout: .seconds(timeout), clock: Clock())
    let answer: HTTPClient.Answer
    do {
      answer = try await client.send(
        "GET", url, fields: [(name: "Accept", value: "application/json")])
    } catch let failure as HTTPClient.Failure {
      throw Failure("\(url): \(failure.description)")
    }
    let body = String(decoding: answer.body, as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    guard answer.status == 200 else {
      throw Failure("\(url): status \(answer.status), \(body.prefix(500))")
    }
    try Console.output(body + "\n")
  }

  /// Where to ask. A server that listens everywhere is asked at the address of this machine.
  private func place() async throws -> (host: String, port: Int) {
    if let place = url.flatMap(Self.place) { return place }
    let settings = try await options.settings()
    guard settings.port != 0 else {
      throw Failure("port is 0, which is any free one; name the server with --url")
    }
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][settings.host] ?? settings.host
    return (host, settings.port)
  }

  private static func place(_ url: String) -> (host: String, port: Int)? {
    guard ServerAddress(url) != nil, let parts = URLComponents(string: url),
      parts.scheme?.lowercased() == "http", let host = parts.host, !host.isEmpty
    else { return nil }
    let port = parts.port ?? 80
    guard (1...65_535).contains(port) else { return nil }
    return (host.trimmingCharacters(in: ["[", "]"]), port)
  }
}
