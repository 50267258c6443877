import FeedEntities
import Foundation
import Testing

/// The typed items of the six standard kinds.
@Suite struct EntityTests {
  @Test func aPageIsDecodedWithWhatTheServerAdds() throws {
    let page = """
      {"result":[{"id":7,"photo_url":"https://example.com/7.jpg","photo_width":960,"photo_height":720,
        "title":"Rice","title@en":"Rice","caption":"","published_at":"2022-12-01T07:30:00.000+0000",
        "draft":true}],
       "total":20,"next":"/v1/content/pickup_photos?limit=1&cursor=x"}
      """
    let response = try JSONDecoder().decode(PickupPhotosResponse.self, from: Data(page.utf8))
    #expect(response.next == "/v1/content/pickup_photos?limit=1&cursor=x")
    let photo = try #require(response.result.first)
    #expect(photo.id == 7 && photo.photoURL == "https://example.com/7.jpg")
    #expect(photo.photoWidth == 960 && photo.photoHeight == 720 && photo.caption.isEmpty)
    #expect(photo.publishedAt == "2022-12-01T07:30:00.000+0000")
    let again = try JSONDecoder().decode(
      PickupPhotosResponse.self, from: try JSONEncoder().encode(response))
    #expect(again == response)
  }

  @Test func aMissingFieldIsAnError() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        RecentNewsResponse.self, from: Data(#"{"result":[{"id":1,"title":"A"}]}"#.utf8))
    }
  }
}
