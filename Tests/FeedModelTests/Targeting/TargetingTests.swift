import FeedModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct TargetingTests {
  private static func read(_ text: String) throws -> Targeting {
    try Targeting(reading: text.utf8)
  }

  @Test func placesAreThoseOfTheVectors() throws {
    struct Vectors: Decodable {
      struct Case: Decodable {
        let salt: String
        let key: String
        let share: Double
      }
      let cases: [Case]
    }
    let file = PackageFiles.file("Tests/FeedModelTests/Targeting/Vectors/share.json")
    let cases = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).cases
    #expect(cases.count > 50)
    for vector in cases {
      #expect(
        ClientShare.place(of: vector.key, salt: vector.salt) == vector.share,
        "\(vector.salt):\(vector.key)")
    }
  }

  /// Every client is in one of the shares and in no other, also where the last place rounds to 1.
  @Test(arguments: SeededGenerator.seeds)
  func sharesThatTouchNeitherOverlapNorLeaveAGap(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bounds =
      [0] + (0..<9).map { _ in Double.random(in: 0..<1, using: &generator) }.sorted() + [1]
    let conditions = try zip(bounds, bounds.dropFirst()).map {
      try #require(Targeting(share: ClientShare(from: $0, to: $1, salt: "spring")))
    }
    let keys = (0..<2_000).map { _ in
      ClientFacts.Bucket.key(String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36))
    }
    let places = (bounds + [(1.0).nextDown]).map { ClientFacts.Bucket.place($0) }
    for bucket in keys + places {
      let client = ClientFacts(bucket: bucket)
      #expect(conditions.count { $0.isMet(by: client) } == 1, "\(bucket)")
    }
  }

  @Test(
    arguments: [
      (#"{"platforms":["web","ios"]}"#, ["ios"], ["android", nil]),
      (#"{"app_version":">=3.2 <4"}"#, ["3.10", "3.2"], ["4", "3.2-rc.1", "newest", nil]),
      (#"{"audiences":["members","staff"]}"#, ["members", "beta,staff"], ["beta", nil]),
      (#"{"share":{"from":0,"to":0.2,"salt":"spring"}}"#, ["device-1"], ["a", nil]),
    ] as [(String, [String], [String?])])
  func aClientThatDoesNotSayAFactDoesNotMeetAConditionOnIt(
    condition: String, meeting: [String], others: [String?]
  ) throws {
    let condition = try Self.read(condition)
    func client(_ fact: String?) -> ClientFacts {
      guard let fact else { return ClientFacts() }
      return ClientFacts(
        platform: fact, appVersion: try? AppVersion(fact),
        audiences: Set(fact.split(separator: ",").map(String.init)), bucket: .key(fact))
    }
    for fact in meeting { #expect(condition.isMet(by: client(fact)), "\(fact)") }
    for fact in others { #expect(!condition.isMet(by: client(fact)), "\(fact ?? "nothing")") }
  }

  @Test func allThatIsSaidMustHold() throws {
    let condition = try Self.read(#"{"platforms":["ios"],"audiences":["members"]}"#)
    #expect(condition.isMet(by: ClientFacts(platform: "ios", audiences: ["members"])))
    #expect(!condition.isMet(by: ClientFacts(platform: "ios", audiences: ["others"])))
    #expect(!condition.isMet(by: ClientFacts(platform: "web", audiences: ["members"])))
  }

  @Test(arguments: [
    (#"{"platforms":["ios"]}"#, #"{"platforms":["android","web"]}"#, true),
    (#"{"platforms":["ios"]}"#, #"{"platforms":["android","ios"]}"#, false),
    (#"{"platforms":["ios"]}"#, #"{"audiences":["members"]}"#, false),
    (#"{"audiences":["members"]}"#, #"{"audiences":["guests"]}"#, false),
    (#"{"app_version":"<3"}"#, #"{"app_version":">=3"}"#, true),
    (#"{"app_version":"<=3"}"#, #"{"app_version":">=3.0"}"#, false),
    (#"{"app_version":">3"}"#, #"{"app_version":"=3"}"#, true),
    (#"{"app_version":"=3.1"}"#, #"{"app_version":">=3 <4"}"#, false),
    (#"{"app_version":">=1 <2"}"#, #"{"app_version":">=3","platforms":["ios"]}"#, true),
    (
      #"{"share":{"from":0,"to":0.5,"salt":"a"}}"#, #"{"share":{"from":0.5,"to":1,"salt":"a"}}"#,
      true
    ),
    (
      #"{"share":{"from":0,"to":0.5,"salt":"a"}}"#, #"{"share":{"from":0.4,"to":1,"salt":"a"}}"#,
      false
    ),
    (
      #"{"share":{"from":0,"to":0.5,"salt":"a"}}"#, #"{"share":{"from":0.5,"to":1,"salt":"b"}}"#,
      false
    ),
  ])
  func conditionsThatNoClientMeetsTogetherExcludeEachOther(
    one: String, other: String, expected: Bool
  ) throws {
    let (one, other) = try (Self.read(one), Self.read(other))
    #expect(one.excludes(other) == expected && other.excludes(one) == expected)
    #expect(!one.excludes(one))
  }

  /// Where a client meets both, they do not exclude each other.
  @Test(arguments: SeededGenerator.seeds)
  func whatAClientMeetsIsNotExcluded(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    let parts = [
      [#""platforms":["ios"]"#, #""platforms":["android","web"]"#, #""platforms":["ios","web"]"#],
      [">=2", "<2", "<=2", ">2", "=2", ">=1 <3", ">1.5 <=2.1"].map { #""app_version":"\#($0)""# },
      [#""audiences":["a"]"#, #""audiences":["b","c"]"#],
      ["0,\"to\":0.5", "0.5,\"to\":1", "0.2,\"to\":0.7"].flatMap { share in
        ["x", "y"].map { #""share":{"from":\#(share),"salt":"\#($0)"}"# }
      },
    ]
    func condition() throws -> Targeting {
      let chosen = parts.filter { _ in Bool.random(using: &generator) }.map(any)
      return try Self.read(
        "{\((chosen.isEmpty ? [any(parts[0])] : chosen).joined(separator: ","))}")
    }
    let conditions = try (0..<40).map { _ in try condition() }
    for _ in 0..<200 {
      let client = ClientFacts(
        platform: any(["ios", "android", "web"]),
        appVersion: try AppVersion(any(["1", "1.5", "2", "2.1", "3"])),
        audiences: Bool.random(using: &generator) ? ["a", "b"] : ["c"],
        bucket: .key(any((0..<50).map(String.init))))
      let met = conditions.filter { $0.isMet(by: client) }
      for one in met {
        for other in met { #expect(!one.excludes(other), "\(one) \(other)") }
      }
    }
  }

  @Test func equalConditionsHaveOneText() throws {
    let text = #"""
      {"platforms":["android","ios"],"app_version":">=3 <4","audiences":["a","b"],"share":{"from":0,"to":0.25,"salt":"é"}}
      """#
    let condition = try Self.read(
      #"""
      {"share":{"salt":"é","to":2.5e-1,"from":0.0},"app_version":"<4.0 >=3",
       "audiences":["b","a","b"],"platforms":["ios","android"]}
      """#)
    #expect(condition.canonicalText == text)
    #expect(Targeting(canonicalText: text) == condition)
    #expect(Targeting(canonicalText: " " + text) == nil)
    // The bytes of a salt decide the places: é in two code points is another one.
    let other = try Self.read(text.replacing("é", with: "e\u{301}"))
    #expect(other != condition)
  }

  @Test(arguments: [
    ("{}", ""), (#"{"platforms":null}"#, ""), ("[]", ""), (#"{"platform":["ios"]}"#, "/platform"),
    (#"{"platforms":[]}"#, "/platforms"), (#"{"platforms":"ios"}"#, "/platforms"),
    (#"{"platforms":["ios","i os"]}"#, "/platforms/1"), (#"{"audiences":[7]}"#, "/audiences/0"),
    (#"{"audiences":[""]}"#, "/audiences/0"), (#"{"app_version":"3.2"}"#, "/app_version"),
    (#"{"app_version":3}"#, "/app_version"), (#"{"share":{"from":0,"to":1}}"#, "/share/salt"),
    (#"{"share":{"from":0.5,"to":0.5,"salt":"a"}}"#, "/share/to"),
    (#"{"share":{"from":-0.1,"to":0.5,"salt":"a"}}"#, "/share/from"),
    (#"{"share":{"from":0,"to":1.1,"salt":"a"}}"#, "/share/to"),
    (#"{"share":{"from":0,"to":1,"salt":""}}"#, "/share/salt"),
    (#"{"share":{"from":0,"to":1,"salt":"a","key":"b"}}"#, "/share/key"),
  ])
  func aConditionThatIsNotValidIsRefusedAtItsPlace(text: String, pointer: String) {
    let problems = #expect(throws: DocumentProblems.self) { try Self.read(text) }
    #expect(problems?.listed.first?.pointer == pointer, "\(problems?.listed ?? [])")
  }

  @Test func listsAndSaltsHaveBounds() throws {
    func names(_ count: Int, length: Int) -> String {
      let names = (0..<count).map { "\"\(String(repeating: "a", count: length - 3))\(100 + $0)\"" }
      return "{\"audiences\":[\(names.joined(separator: ","))]}"
    }
    func salt(_ length: Int) -> String {
      #"{"share":{"from":0,"to":1,"salt":"\#(String(repeating: "あ", count: length))"}}"#
    }
    for text in [names(50, length: 64), salt(64)] {
      #expect(throws: Never.self) { try Self.read(text) }
    }
    for text in [names(51, length: 5), names(1, length: 65), salt(65)] {
      #expect(throws: DocumentProblems.self) { try Self.read(text) }
    }
  }

  @Test func aSectionSaysWhenBehindItsWindow() throws {
    func read(_ when: String) throws -> Composition {
      let text = #"{"sections":[{"id":"a","kind":"recent_news","title":"A"\#(when)}]}"#
      return try Composition(reading: Data(text.utf8), of: "home", kinds: .standard)
    }
    let composition = try read(#","when":{"platforms":["web","ios"]}"#)
    #expect(composition.sections[0].when == Targeting(platforms: ["ios", "web"]))
    let written = String(
      decoding: JSONWriter.encode { composition.write(to: &$0) }, as: UTF8.self)
    #expect(
      written.contains(#""unpublish_at":null},"when":{"platforms":["ios","web"]},"source":"#))
    #expect(try read(#","when":null"#) == read(""))
    let moment = Timestamp(millisecondsSince1970: 0)
    #expect(composition.shown(to: .everybody(at: moment)).sections.isEmpty)
    let problems = #expect(throws: DocumentProblems.self) { try read(#","when":{}"#) }
    #expect(
      problems?.listed.map(\.description) == [
        "/sections/0/when: expected at least one of platforms, app_version, audiences, share, found an object"
      ])
  }
}
