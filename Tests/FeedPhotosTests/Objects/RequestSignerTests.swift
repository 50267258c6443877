import FeedModel
import FeedPhotos
import Testing

/// Signatures that Amazon has published: the test suite of Signature Version 4, and the examples of the documentation of
/// S3.
@Suite struct RequestSignerTests {
  /// A request of the test suite, and its signature.
  struct Vector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = "GET"
    var path = "/"
    var query: [(name: String, value: String)] = []
    var fields: [(name: String, value: String)] = []
    /// The SHA-256 of `Param1=value1`, for the request that has it as its body.
    var contentHash = SignedParts.emptyContentHash
    var names = "host;x-amz-date"
    let signature: String
  }

  private static let unreserved =
    "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  static let suite = [
    Vector(
      testDescription: "get-vanilla",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Vector(
      testDescription: "get-vanilla-empty-query-key", query: [("Param1", "value1")],
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
    Vector(
      testDescription: "get-vanilla-query-order-key-case",
      query: [("Param2", "value2"), ("Param1", "value1")],
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      testDescription: "get-vanilla-query-order-value",
      query: [("Param1", "value2"), ("Param1", "value1")],
      signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
    Vector(
      testDescription: "get-vanilla-query-unreserved", query: [(unreserved, unreserved)],
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      testDescription: "get-vanilla-utf8-query", query: [("\u{1234}", "bar")],
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    Vector(
      testDescription: "get-unreserved", path: "/\(unreserved)",
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      testDescription: "get-utf8", path: "/\u{1234}",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      testDescription: "get-space", path: "/example space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    Vector(
      testDescription: "get-header-value-trim",
      fields: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
      names: "host;my-header1;my-header2;x-amz-date",
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      testDescription: "post-vanilla", method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Vector(
      testDescription: "post-header-key-case", method: "POST", fields: [("MY-HEADER1", "value1")],
      names: "host;my-header1;x-amz-date",
      signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
    Vector(
      testDescription: "post-header-value-case", method: "POST",
      fields: [("My-Header1", "VALUE1")], names: "host;my-header1;x-amz-date",
      signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
    Vector(
      testDescription: "post-x-www-form-urlencoded", method: "POST",
      fields: [("Content-Type", "application/x-www-form-urlencoded")],
      contentHash: "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e",
      names: "content-type;host;x-amz-date",
      signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
  ]

  /// Expects that `signer` signs `vector`, with `fields`, as it was signed at `moment`.
  private func expectSignature(
    of vector: Vector, by signer: RequestSigner, _ scope: String,
    fields: [(name: String, value: String)], at moment: String
  ) throws {
    let parts = SignedParts(
      method: vector.method, path: vector.path, query: vector.query, fields: fields + vector.fields,
      contentHash: vector.contentHash)
    #expect(
      signer.authorization(for: parts, at: try #require(Timestamp(moment)))
        == "AWS4-HMAC-SHA256 Credential=\(scope)/aws4_request, SignedHeaders=\(vector.names), "
        + "Signature=\(vector.signature)")
  }

  @Test(arguments: suite) func theTestSuite(vector: Vector) throws {
    let signer = RequestSigner(
      credentials: BucketCredentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
      region: "us-east-1", service: "service")
    try expectSignature(
      of: vector, by: signer, "AKIDEXAMPLE/20150830/us-east-1/service",
      fields: [("X-Amz-Date", "20150830T123600Z"), ("Host", "example.amazonaws.com")],
      at: "2015-08-30T12:36:00Z")
  }

  static let examples = [
    Vector(
      testDescription: "GET Object", path: "/test.txt", fields: [("Range", "bytes=0-9")],
      names: "host;range;x-amz-content-sha256;x-amz-date",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    Vector(
      testDescription: "PUT Object", method: "PUT", path: "/test$file.text",
      fields: [
        ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
      ], contentHash: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
      names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    Vector(
      testDescription: "GET Bucket Lifecycle", query: [("lifecycle", "")],
      names: "host;x-amz-content-sha256;x-amz-date",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    Vector(
      testDescription: "GET Bucket (List Objects)", query: [("prefix", "J"), ("max-keys", "2")],
      names: "host;x-amz-content-sha256;x-amz-date",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ]

  @Test(arguments: examples) func theExamplesOfS3(vector: Vector) throws {
    let signer = RequestSigner(
      credentials: BucketCredentials(
        accessKeyID: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), region: "us-east-1")
    try expectSignature(
      of: vector, by: signer, "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3",
      fields: [
        ("Host", "examplebucket.s3.amazonaws.com"), ("x-amz-date", "20130524T000000Z"),
        ("x-amz-content-sha256", vector.contentHash),
      ], at: "2013-05-24T00:00:00Z")
  }

  @Test func aKeyIsNeverPrinted() {
    let credentials = BucketCredentials(
      accessKeyID: "AKIDEXAMPLE", secretAccessKey: "do not tell", sessionToken: "nor this")
    for text in ["\(credentials)", String(reflecting: credentials), "\([credentials])"] {
      #expect(!text.contains("tell") && !text.contains("this"))
    }
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!dumped.contains("tell") && !dumped.contains("this"))
  }
}
