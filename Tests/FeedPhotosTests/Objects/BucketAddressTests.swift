import FeedPhotos
import Testing

@Suite struct BucketAddressTests {
  @Test(arguments: [
    ("s3://photos", "photos", ""), ("s3://photos/", "photos", ""), ("s3://a.b-c", "a.b-c", ""),
    ("s3://photos/tanada", "photos", "tanada/"), ("s3://photos/a/B_1.2=x/", "photos", "a/B_1.2=x/"),
  ])
  func aLocationIsABucketAndAPrefix(text: String, bucket: String, prefix: String) throws {
    let location = try #require(BucketLocation(text))
    #expect(location.bucket == bucket)
    #expect(location.prefix == prefix)
    #expect(location.description == (text.hasSuffix("/") ? String(text.dropLast()) : text))
  }

  @Test(arguments: [
    "", "photos", "s3:photos", "s3://", "s3:///a", "s3://ab", "s3://Photos", "s3://-photos",
    "s3://photos-",
    "s3://photos//a", "s3://photos/a//", "s3://photos/../a", "s3://photos/.", "s3://photos/a b",
    "s3://photos/ä", "s3://photos?a", "S3://photos", "https://photos",
    "s3://photos/" + String(repeating: "a", count: 600),
  ])
  func otherTextIsNone(text: String) {
    #expect(BucketLocation(text) == nil)
  }

  @Test(arguments: [
    ("https://s3.example.com", "https://s3.example.com"),
    ("https://s3.example.com/", "https://s3.example.com"),
    ("https://s3.example.com:443", "https://s3.example.com"),
    ("http://[::1]:9000", "http://[::1]:9000"),
    ("http://127.0.0.1:9000", "http://127.0.0.1:9000"), ("HTTP://localhost:80", "http://localhost"),
  ])
  func anEndpointIsAnOrigin(text: String, description: String) {
    #expect(ServiceEndpoint(text)?.description == description)
  }

  @Test(arguments: [
    "", "s3.example.com", "ftp://a", "https://a/b", "https://a?b", "https://user@a", "https://a#b",
  ])
  func otherTextIsNoEndpoint(text: String) {
    #expect(ServiceEndpoint(text) == nil)
  }

  @Test func amazonsEndpointIsOfARegion() {
    #expect(ServiceEndpoint(region: "eu-central-1").host == "s3.eu-central-1.amazonaws.com")
    #expect(ServiceEndpoint(region: "cn-north-1").host == "s3.cn-north-1.amazonaws.com.cn")
  }

  @Test func theBucketIsInThePathWhereNoCertificateIsForItsName() throws {
    let plain = try #require(BucketLocation("s3://photos"))
    let dotted = try #require(BucketLocation("s3://photos.example"))
    #expect(!BucketAddressing.auto.isInPath(plain, ownEndpoint: false))
    #expect(BucketAddressing.auto.isInPath(dotted, ownEndpoint: false))
    #expect(BucketAddressing.auto.isInPath(plain, ownEndpoint: true))
    #expect(!BucketAddressing.host.isInPath(dotted, ownEndpoint: true))
    #expect(BucketAddressing.path.isInPath(plain, ownEndpoint: false))
  }
}
