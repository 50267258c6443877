import FeedModel
import StrictJSON
import Testing

@testable import tanada

/// The form of arguments: what is published, and what is refused.
@Suite struct ToolSchemaTests {
  private static let schema = Schema.object(
    [
      .required("kind", .line, "A kind."), .optional("limit", .integer(1...100)),
      .optional("scale", .number(0.5...2)), .optional("dark", .boolean),
      .optional("order", .oneText(of: ["up", "down"])),
      .optional("ids", .array(of: .integer(0...9), count: 1...3)),
      .optional("filter", .map(of: .scalar)),
      .optional("inner", .object([.required("a", Schema.boolean.orNull)], isClosed: true)),
      .optional("other", .object([.optional("b", .anything)])),
    ], isClosed: true)

  @Test(arguments: [
    (#"{"kind":"news"}"#, []),
    (
      #"{"kind":"x","limit":100,"scale":0.5,"dark":false,"order":"up","ids":[0,9],"filter":{"a.gte":1,"b":"x","c":true},"inner":{"a":null},"other":{"b":[],"c":1}}"#,
      []
    ),
    (#"{}"#, ["/kind: expected a text of 1 to 200 characters, found nothing"]),
    (#"{"kind":"","limit":0}"#, ["/kind", "/limit: expected a whole number from 1 to 100"]),
    (#"{"kind":"x","limit":1.5}"#, ["/limit"]), (#"{"kind":"x","limit":"1"}"#, ["/limit"]),
    (#"{"kind":"x","scale":2.1}"#, ["/scale: expected a number from 0.5 to 2"]),
    (#"{"kind":"x","dark":1}"#, ["/dark: expected true or false"]),
    (#"{"kind":"x","order":"side"}"#, ["/order: expected one of up, down"]),
    (#"{"kind":"x","ids":[]}"#, ["/ids: expected an array of 1 to 3"]),
    (#"{"kind":"x","ids":[1,10,"a"]}"#, ["/ids/1", "/ids/2"]),
    (#"{"kind":"x","filter":{"a":[1]}}"#, ["/filter/a: expected a text, a number, true or false"]),
    (
      #"{"kind":"x","limitt":1}"#,
      [
        "/limitt: unknown; expected some of kind, limit, scale, dark, order, ids, filter, inner, other"
      ]
    ),
    (#"{"kind":"x","inner":{"b":1}}"#, ["/inner/b: unknown", "/inner/a: expected"]),
    (#"[]"#, [": expected an object"]),
  ])
  func problemsHaveTheirPlaces(arguments: String, expected: [String]) throws {
    let tree = try #require(JSONTree(json: arguments))
    let problems = SchemaChecker().outcome(of: tree, Self.schema).mistakes.map(\.description)
    #expect(problems.count == expected.count, "\(problems)")
    for (problem, beginning) in zip(problems, expected) {
      #expect(problem.hasPrefix(beginning), "\(problem)")
    }
  }

  /// A problem says what was found as everybody would write it.
  @Test(arguments: [
    (#"{"kind":7.5,"limit":1000}"#, "/limit: expected a whole number from 1 to 100, found 1000"),
    (
      #"{"kind":"x","limit":"many"}"#,
      "/limit: expected a whole number from 1 to 100, found \"many\""
    ),
    (#"{"kind":"x","limit":null}"#, nil),
    (#"{"kind":null}"#, "/kind: expected a text of 1 to 200 characters, found null"),
    (#"{"kind":"x","dark":"maybe"}"#, "/dark: expected true or false, found \"maybe\""),
    (#"{"kind":true}"#, "/kind: expected a text of 1 to 200 characters, found true"),
    (#"{"kind":["x"]}"#, "/kind: expected a text of 1 to 200 characters, found an array"),
    (#"{"kind":"x","a/b~":{}}"#, "/a~1b~0: unknown; expected some of "),
    (#"{"kind":"x","ids":"1, 2"}"#, "/ids: expected an array of 1 to 3, found \"1, 2\""),
  ])
  func aProblemIsInWords(arguments: String, problem: String?) throws {
    let read = Self.schema.read(try #require(JSONTree(json: arguments)))
    let problems = SchemaChecker().outcome(of: read, Self.schema).mistakes.map(\.description)
    #expect(problems.count == (problem == nil ? 0 : 1), "\(problems)")
    #expect(
      problems.first?.hasPrefix(problem ?? "") == (problem == nil ? nil : true), "\(problems)")
  }

  /// What clients and models make of arguments on their way is read as it was meant.
  @Test(arguments: [
    (
      #"{"kind":"x","limit":"20","scale":"1.5","dark":"true"}"#,
      #"{"kind":"x","limit":20,"scale":1.5,"dark":true}"#
    ),
    (#"{"kind":2024}"#, #"{"kind":"2024"}"#),
    (#"{"kind":"x","limit":null,"ids":null,"filter":null}"#, #"{"kind":"x"}"#),
    (#"{"kind":"x","ids":"[1, \"2\"]"}"#, #"{"kind":"x","ids":[1,2]}"#),
    (
      #"{"kind":"x","ids":["1"],"filter":"{\"a\":1}"}"#, #"{"kind":"x","ids":[1],"filter":{"a":1}}"#
    ),
    (#""{\"kind\":\"x\"}""#, #"{"kind":"x"}"#),
    (#"{"kind":"x","inner":{"a":null}}"#, #"{"kind":"x","inner":{"a":null}}"#),
    (#"{"kind":"x","inner":{"a":"false"}}"#, #"{"kind":"x","inner":{"a":false}}"#),
    (#"{"kind":"x","other":{"b":null,"c":null}}"#, #"{"kind":"x","other":{"b":null,"c":null}}"#),
    // Nothing is made of what is something else.
    (
      #"{"kind":"[1]","limit":"0x10","filter":{"a":"1"}}"#,
      #"{"kind":"[1]","limit":"0x10","filter":{"a":"1"}}"#
    ),
    (#"{"kind":"x","ids":"{}","dark":"1"}"#, #"{"kind":"x","ids":"{}","dark":"1"}"#),
  ])
  func argumentsAreReadAsTheyAreMeant(sent: String, meant: String) throws {
    let read = Self.schema.read(try #require(JSONTree(json: sent)))
    #expect(String(decoding: read.bytes, as: UTF8.self) == meant)
  }

  @Test func aTextThatIsNestedTooDeepStaysAText() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let read = Self.schema.read(try #require(JSONTree(json: #"{"ids":"\#(deep)"}"#)))
    #expect(read["ids"]?.string == deep)
  }

  @Test func theSchemaIsPublished() throws {
    let bytes = JSONWriter.encode { Self.schema.write(to: &$0) }
    let tree = try JSONTree(parsing: bytes)
    #expect(tree["additionalProperties"]?.flag == false)
    #expect(tree["required"]?.elements?.compactMap(\.string) == ["kind"])
    let members = try #require(tree["properties"])
    #expect(
      String(decoding: try #require(members["kind"]).bytes, as: UTF8.self)
        == #"{"type":"string","minLength":1,"maxLength":200,"description":"A kind."}"#)
    #expect(
      String(decoding: try #require(members["ids"]).bytes, as: UTF8.self)
        == #"{"type":"array","items":{"type":"integer","format":"int64","minimum":0,"maximum":9},"minItems":1,"maxItems":3}"#
    )
  }

  @Test(arguments: [
    (
      [UInt8]([0x89, 0x50, 0x4E, 0x47]) + Array(repeating: 0, count: 12) + [0, 0, 1, 2, 0, 0, 0, 3]
        + [8], (258, 3)
    ),
    (Array(repeating: 0, count: 40), nil), ([0x89, 0x50, 0x4E, 0x47], nil),
  ])
  func theSizeOfAPictureIsInItsHeader(bytes: [UInt8], size: (Int, Int)?) {
    let found = AssistantDesk.size(ofPNG: bytes)
    #expect(found?.width == size?.0 && found?.height == size?.1)
  }
}
