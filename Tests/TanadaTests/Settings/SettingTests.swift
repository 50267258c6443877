import FeedHTTP
import FeedServer
import Testing

@testable import tanada

/// The settings as they are read from text.
@Suite struct SettingTests {
  private static let durations: [(String, @Sendable (Settings) -> Duration)] = [
    ("request_timeout", { $0.limits.requestTimeout }),
    ("response_timeout", { $0.limits.responseTimeout }),
    ("stop_timeout", { $0.limits.stopTimeout }),
    ("idle_timeout", { $0.limits.idleTimeout }),
    ("work_timeout", { $0.limits.work.timeout }),
    ("export_timeout", { $0.exportTimeout }),
    ("event_heartbeat", { $0.events.heartbeat }),
    ("photo_timeout", { $0.photoTimeout }),
  ]

  @Test(arguments: durations)
  func aDurationIsAWholeNumberOfSeconds(
    name: String, duration: @Sendable (Settings) -> Duration
  ) throws {
    let setting = try #require(Setting.named(name))
    var settings = Settings()
    for seconds in [1, 37] {
      try settings.set(setting, to: "\(seconds)", from: "test")
      #expect(duration(settings) == .seconds(seconds))
    }
    for text in ["", "-1", "1.5", "100000", "soon"] {
      #expect(throws: SettingsError.self) { try settings.set(setting, to: text, from: "test") }
    }
    #expect(duration(settings) == .seconds(37), "a refused text changes nothing")
  }

  @Test func everyTimeoutIsTested() {
    let tested = Set(Self.durations.map(\.0))
    let timeouts = Setting.all.map(\.name).filter { $0.hasSuffix("_timeout") }
    #expect(tested.isSuperset(of: timeouts))
  }
}
