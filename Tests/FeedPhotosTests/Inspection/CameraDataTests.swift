import FeedModel
import StrictJSON
import Testing

@Suite struct CameraDataTests {
  private static var complete: CameraData {
    return CameraData(
      make: "Apple", model: "iPhone 4S", lensModel: "テスト Lens \"50mm\" F2.8", focalLength: 4.28,
      focalLengthIn35mm: 35, fNumber: 2.4,
      exposureTime: ExposureTime(numerator: 10, denominator: 12840), iso: 50)
  }

  private func json(_ data: CameraData) -> String {
    String(decoding: JSONWriter.encode { data.write(to: &$0) }, as: UTF8.self)
  }

  @Test func everyFieldIsWrittenUnderItsName() {
    #expect(
      json(Self.complete) == """
        {"make":"Apple","model":"iPhone 4S","lens_model":"テスト Lens \\"50mm\\" F2.8",\
        "focal_length":4.28,"focal_length_in_35mm":35,"f_number":2.4,\
        "exposure_time":{"numerator":10,"denominator":12840,"fraction":"1/1284",\
        "display":"1/1284"},"iso":50}
        """)
  }

  @Test func whatIsNotKnownIsNull() {
    #expect(
      json(CameraData()) == """
        {"make":null,"model":null,"lens_model":null,"focal_length":null,\
        "focal_length_in_35mm":null,"f_number":null,"exposure_time":null,"iso":null}
        """)
  }

  @Test(arguments: [CameraData(), complete])
  func writtenDataReadsBack(data: CameraData) throws {
    let tree = try #require(JSONTree(json: json(data)))
    #expect(try CameraData(reading: tree) == data)
  }

  @Test func missingMembersAreNull() throws {
    #expect(try CameraData(reading: #require(JSONTree(json: "{}"))) == CameraData())
  }

  @Test(arguments: [
    ("[]", "expected an object, found an array"),
    (#"{"make":1}"#, "/make: expected text, found 1"),
    (#"{"iso":"100"}"#, #"/iso: expected a whole number, found "100""#),
    (#"{"f_number":[]}"#, "/f_number: expected a number, found an array"),
    (#"{"exposure_time":"1/2"}"#, #"/exposure_time: expected an object, found "1/2""#),
    (
      #"{"exposure_time":{"numerator":1,"denominator":0}}"#,
      "/exposure_time/denominator: expected a whole number from 1 to 4294967295, found 0"
    ),
    (
      #"{"exposure_time":{"numerator":-1,"denominator":4}}"#,
      "/exposure_time/numerator: expected a whole number from 0 to 4294967295, found -1"
    ),
  ])
  func dataOfAnotherFormIsRefused(json: String, sentence: String) throws {
    let tree = try #require(JSONTree(json: json))
    let problems = #expect(throws: DocumentProblems.self) { try CameraData(reading: tree) }
    #expect(problems?.listed.map(\.description) == [sentence])
  }
}
