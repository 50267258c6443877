import FeedPhotos
import Testing

@Suite struct XMLElementTests {
  private func parse(_ text: String) -> XMLElement? { XMLElement(parsing: Array(text.utf8)) }

  @Test func aListIsRead() throws {
    let list = try #require(
      parse(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- by a service -->
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
          <Name>b</Name><Prefix/><IsTruncated>false</IsTruncated>
          <Contents><Key>a&amp;b&#x41;&#66;</Key><Size>1</Size></Contents>
          <Contents><Key>c</Key></Contents>
        </ListBucketResult>
        """))
    #expect(list.name == "ListBucketResult")
    #expect(list["IsTruncated"] == "false")
    #expect(list["Prefix"] == "")
    #expect(list["Owner"] == nil)
    let keys = list.children.filter { $0.name == "Contents" }.map { $0["Key"] }
    #expect(keys == ["a&bAB", "c"])
  }

  @Test func prefixesOfNamesAreLeftOut() {
    #expect(parse("<s3:Error><s3:Code>NoSuchKey</s3:Code></s3:Error>")?["Code"] == "NoSuchKey")
  }

  @Test(arguments: [
    "", "no", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a>&unknown;</a>",
    "<a>&</a>",
    "<a>&#xD800;</a>", "<", "<>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><!-- </a>",
    String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40),
  ])
  func otherTextIsNone(text: String) {
    #expect(parse(text) == nil)
  }
}
