import FeedHTTP
import FeedPhotos
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import tanada

/// The settings as they are read from text.
@Suite struct SettingTests {
  private static let durations: [(String, @Sendable (Settings) -> Duration)] = [
    ("request_timeout", { $0.limits.requestTimeout }), ("body_timeout", { $0.limits.bodyTimeout }),
    ("response_timeout", { $0.limits.responseTimeout }), ("drain_delay", { $0.limits.drainDelay }),
    ("stop_timeout", { $0.limits.stopTimeout }), ("idle_timeout", { $0.limits.idleTimeout }),
    ("work_timeout", { $0.limits.work.timeout }), ("export_timeout", { $0.exportTimeout }),
    ("event_heartbeat", { $0.events.heartbeat }), ("photo_timeout", { $0.photoTimeout }),
  ]

  @Test(arguments: durations) func aDurationIsAWholeNumberOfSeconds(
    name: String, duration: @Sendable (Settings) -> Duration
  ) throws {
    let setting = try #require(Setting.named(name))
    var settings = Settings()
    for seconds in [1, 37] {
      try settings.set(setting, to: "\(seconds)", from: "test")
      #expect(duration(settings) == .seconds(seconds))
    }
    for text in ["", "-1", "1.5", "100000", "soon"] {
      #expect(throws: Failure.self) { try settings.set(setting, to: text, from: "test") }
    }
    #expect(duration(settings) == .seconds(37), "a refused text changes nothing")
  }

  @Test func everyTimeoutIsTested() {
    let tested = Set(Self.durations.map(\.0))
    let timeouts = Setting.all.map(\.name).filter { $0.hasSuffix("_timeout") }
    #expect(tested.isSuperset(of: timeouts))
  }

  // MARK: The bucket of photos

  private static let key = ["photo_access_key_id": "own", "photo_secret_access_key": "own secret"]
  private static let environment = [
    "AWS_ACCESS_KEY_ID": "theirs", "AWS_SECRET_ACCESS_KEY": "their secret",
    "AWS_SESSION_TOKEN": "their-token", "AWS_REGION": "eu-central-1",
  ]

  /// Settings with their defaults, apart from some.
  private func settings(_ texts: [String: String]) throws -> Settings {
    var settings = Settings()
    for setting in Setting.all {
      let text = texts[setting.name] ?? setting.defaultText
      try settings.set(setting, to: text, from: "test")
    }
    return settings
  }

  @Test func aPasswordIsForAddressesOfPostgreSQLWithoutOne() throws {
    func password(_ store: String, _ texts: [String: String]) throws -> String? {
      let all = texts.merging(["store": store]) { $1 }
      guard case .postgreSQL(let address) = try settings(all).storeAddress else { return "a file" }
      return address.password
    }
    let given = ["store_password": "moon"]
    #expect(try password("postgresql://tanada@db/tanada", given) == "moon")
    #expect(try password("postgresql://tanada:own@db/tanada", given) == "own")
    #expect(try password("postgresql://tanada@db/tanada", [:]) == nil)
    #expect(try password("auto", given) == "a file")
    #expect(
      try !"\(settings(given.merging(["store": "postgresql://a@b/c"]) { $1 }).storeAddress)"
        .contains("moon"))
  }

  @Test(arguments: [
    ("postgresql://a:moon@b/c", "flag", true), ("postgresql://a@b/c?password=moon", "flag", true),
    ("postgresql://a:moon@b/c", "environment", true), ("postgresql://a@b/c", "flag", false),
    ("postgresql://a:moon@b/c", "/run/secrets", false), ("sqlite:a", "flag", false),
  ])
  func aPasswordThatOthersMaySeeIsSaid(store: String, origin: String, isSaid: Bool) throws {
    var settings = Settings()
    try settings.set(.store, to: store, from: origin)
    settings.storePassword = "none"
    #expect((settings.visiblePassword != nil) == isSaid)
    #expect(settings.visiblePassword?.contains("moon") != true)
  }

  /// A checkout stays clean when a server was started in it, and an image is not built with what it has left.
  @Test(arguments: [".gitignore", ".dockerignore", ".containerignore"])
  func whatAServerLeavesIsIgnored(file: String) throws {
    let lines = try String(contentsOf: PackageFiles.file(file), encoding: .utf8)
      .split(separator: "\n").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    func isIgnored(_ name: String) -> Bool { lines.contains { fnmatch($0, name, 0) == 0 } }
    let database = Setting.database.defaultText
    var names = ["", "-wal", "-shm", "-journal"].map { database + $0 }
    for store in ["auto", "postgresql://tanada@db/tanada"] {
      names.append(try settings(["store": store]).photosFolder)
    }
    names.append(SettingsReader.defaultFile)
    for name in names { #expect(isIgnored(name), "\(name)") }
    for name in ["Sources", "Seeds", "Package.swift", "photos", "tanada"] {
      #expect(!isIgnored(name), "\(name)")
    }
  }

  @Test(arguments: [
    ("none", "none", false), ("10.0.0.0/8", "none", true), ("none", "https://a.example", false),
    ("10.0.0.0/8", "https://a.example", false),
  ])
  func aServerBehindProxiesThatDoesNotKnowItsAddressSaysSo(
    proxies: String, url: String, isSaid: Bool
  ) throws {
    let warning = try settings(["trusted_proxies": proxies, "public_url": url]).missingAddress
    #expect((warning != nil) == isSaid)
    #expect(warning?.hasPrefix("warning: trusted_proxies is set, but public_url is not") != false)
  }

  @Test(
    arguments: [
      ("https://a.example:8443/", "https://b.example", "https://a.example:8443"),
      (nil, "https://b.example/", "https://b.example"), (nil, "none", "http://127.0.0.1:9000"),
    ] as [(String?, String, String)])
  func anInvitationHasTheAddressOfTheServer(given: String?, url: String, address: String) throws {
    let settings = try settings(["host": "0.0.0.0", "port": "9000", "public_url": url])
    #expect(settings.browserAddress(given: given) == address)
  }

  @Test func photosAreInTheFolderOrInABucket() throws {
    #expect(try settings([:]).photoBucket == nil)
    let bucket = try settings(["photo_storage": "s3://pictures/a"]).photoBucket
    #expect(bucket == BucketLocation("s3://pictures/a"))
    for text in ["", "s3", "s3://", "bucket", "s3://a b"] {
      #expect(throws: Failure.self) { try settings(["photo_storage": text]) }
    }
  }

  @Test(arguments: [
    ([:], "pictures.s3.eu-central-1.amazonaws.com", false),
    (["photo_region": "eu-north-1"], "pictures.s3.eu-north-1.amazonaws.com", false),
    (["photo_addressing": "path"], "s3.eu-central-1.amazonaws.com", true),
    (["photo_endpoint": "http://127.0.0.1:9000"], "127.0.0.1:9000", true),
    (
      ["photo_endpoint": "https://s3.example.com", "photo_addressing": "host"],
      "pictures.s3.example.com", false
    ),
  ])
  func aBucketHasAnAddress(texts: [String: String], host: String, isInPath: Bool) throws {
    let location = try #require(BucketLocation("s3://pictures"))
    let address = try settings(texts).bucketAddress(of: location, in: Self.environment)
    #expect(address.isInPath == isInPath)
    #expect((isInPath ? "" : "pictures.") + address.endpoint.host == host)
  }

  @Test func theRegionIsThatOfTheSettingsOrOfTheEnvironment() throws {
    let settings = try settings([:])
    #expect(try settings.bucketRegion(in: [:]) == "us-east-1")
    #expect(try settings.bucketRegion(in: ["AWS_DEFAULT_REGION": "eu-west-1"]) == "eu-west-1")
    #expect(try settings.bucketRegion(in: ["AWS_REGION": "", "AWS_DEFAULT_REGION": "a"]) == "a")
    #expect(try settings.bucketRegion(in: Self.environment) == "eu-central-1")
  }

  @Test func theKeyIsThatOfTheSettingsOrOfTheEnvironment() throws {
    let location = try #require(BucketLocation("s3://pictures"))
    func credentials(
      _ texts: [String: String], _ environment: [String: String]
    ) throws -> BucketCredentials {
      try settings(texts).bucketCredentials(for: location, in: environment)
    }
    #expect(
      try credentials(Self.key, Self.environment)
        == BucketCredentials(accessKeyID: "own", secretAccessKey: "own secret"))
    #expect(
      try credentials([:], Self.environment)
        == BucketCredentials(
          accessKeyID: "theirs", secretAccessKey: "their secret", sessionToken: "their-token"))
    // The id of one and the secret of the other make no key.
    let error = #expect(throws: Failure.self) {
      try credentials(["photo_access_key_id": "own"], Self.environment)
    }
    #expect(error?.description == "s3://pictures: there is no key: set photo_secret_access_key")
    #expect(throws: Failure.self) { try credentials([:], [:]) }
    #expect(throws: Failure.self) { try credentials([:], ["AWS_ACCESS_KEY_ID": "a"]) }
  }

  @Test func secretsAreShownNowhere() throws {
    let settings = try settings(
      Self.key.merging(["photo_session_token": "own-token"]) { first, _ in first })
    let shown = settings.origins.filter { $0.name.hasPrefix("photo_s") }.map(\.value)
    #expect(shown.contains("(hidden)"))
    #expect(!settings.origins.contains { $0.value == "own secret" || $0.value == "own-token" })
    let error = #expect(throws: Failure.self) {
      var settings = Settings()
      try settings.set(try #require(Setting.named("photo_secret_access_key")), to: "", from: "test")
    }
    #expect(error?.description.contains("another text") == true)
  }

  // MARK: Header fields

  /// What is sent in a header field is one part of it.
  @Test(arguments: ["purge_token", "photo_session_token", "photo_access_key_id"])
  func whatIsSentHasNoLineBreak(name: String) throws {
    #expect(try settings([name: "a~!B/+="]).origins.contains { $0.name == name })
    for text in ["a\r\nX-Key: all", "a\nb", "a\rb", "a b", "a\tb", "a\0", "a\u{7F}", "é", ""] {
      let error = #expect(throws: Failure.self) { try settings([name: text]) }
      #expect(error?.description.contains("visible characters of ASCII") == true)
      #expect(name == "photo_access_key_id" || error?.description.contains("X-Key") == false)
    }
  }

  @Test(arguments: ["AWS_ACCESS_KEY_ID", "AWS_SESSION_TOKEN", "AWS_REGION"])
  func norHasTheEnvironment(name: String) throws {
    let location = try #require(BucketLocation("s3://pictures"))
    let environment = Self.environment.merging([name: "a\r\nx-key: all"]) { $1 }
    let error = #expect(throws: Failure.self) {
      let settings = try settings([:])
      _ = try settings.bucketCredentials(for: location, in: environment)
      _ = try settings.bucketAddress(of: location, in: environment)
    }
    #expect(error?.description.hasPrefix("\(name) (environment): ") == true)
  }

  @Test(arguments: [
    "http://a%0d%0aX-Key:%20all", "http://a%20b", "http://a%2fb", "https://a\r\n", "http://a\u{7F}",
  ])
  func anEndpointIsAHost(text: String) {
    #expect(throws: Failure.self) { try settings(["photo_endpoint": text]) }
  }

  // MARK: Edges

  @Test func edgesAreURLs() throws {
    let urls = "http://edge1:6081/tanada/purge,https://user:password@edge2/purge"
    let settings = try settings(["purge_urls": urls, "purge_secret": "own", "purge_token": "own"])
    #expect(settings.purgeURLs == urls.split(separator: ",").map(String.init))
    #expect(try self.settings([:]).purgeURLs == [])
    let shown = settings.origins.filter { $0.name.hasPrefix("purge_") }.map(\.value)
    #expect(
      shown == ["http://edge1:6081/tanada/purge,https://…@edge2/purge", "(hidden)", "(hidden)"])
    let many = (0...64).map { "http://edge\($0)/" }.joined(separator: ",")
    for text in ["", "edge1", "http://edge1/,", "http://a/,http://a/", "ftp://a/", many] {
      #expect(throws: Failure.self) { try self.settings(["purge_urls": text]) }
    }
  }
}
