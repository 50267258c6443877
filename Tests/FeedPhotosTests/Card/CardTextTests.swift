import FeedModel
import FeedPhotos
import Testing

@Suite struct CardTextTests {
  @Test(arguments: [
    ("Canon", "EOS R5", "Canon EOS R5"),
    ("Canon", "Canon EOS R5", "Canon EOS R5"),
    ("CANON", "Canon EOS R5", "Canon EOS R5"),
    ("NIKON CORPORATION", "NIKON D850", "NIKON D850"),
    ("Leica Camera AG", "LEICA Q2", "LEICA Q2"),
    ("Sony", "SonyCam", "SonyCam"),
    ("LG Electronics", "LGM-G600L", "LG Electronics LGM-G600L"),
    ("iPhone", "iPhone", "iPhone"),
    ("Apple", nil, "Apple Unknown Camera"),
    (nil, "EOS R5", "Unknown Maker EOS R5"),
    (nil, nil, "Unknown Maker Unknown Camera"),
    ("  ", "\n", "Unknown Maker Unknown Camera"),
  ])
  func theMakerIsSaidOnce(make: String?, model: String?, expected: String) throws {
    #expect(try text(CameraData(make: make, model: model)).camera == expected)
  }

  @Test func unknownNamesAreInTheLanguage() throws {
    let text = try text(CameraData(), locale: .ja)
    #expect(text.camera == "メーカー不明 カメラ不明")
    #expect(text.lens == "レンズ不明")
    #expect(text.exposure == nil)
    #expect(try self.text(CameraData()).lens == "Unknown Lens")
  }

  @Test func unknownNamesCanBeLeftOut() throws {
    var data = CameraData()
    let nothing = try text(data, omitsUnknown: true)
    #expect(nothing.camera == nil && nothing.lens == nil && nothing.exposure == nil)
    data.model = "X-T5"
    #expect(try text(data, omitsUnknown: true).camera == "X-T5")
  }

  @Test func theExposureIsWhatIsKnown() throws {
    var data = CameraData(
      focalLength: 50, fNumber: 1.8,
      exposureTime: ExposureTime(numerator: 10, denominator: 2500), iso: 100)
    #expect(try text(data).exposure == "50mm\u{2003}f/1.8\u{2003}1/250s\u{2003}ISO100")
    data.fNumber = nil
    data.exposureTime = nil
    #expect(try text(data).exposure == "50mm\u{2003}ISO100")
  }

  @Test func theFocalLengthCanBeThatOf35mmFilm() throws {
    var data = CameraData()
    data.focalLength = 6.86
    data.focalLengthIn35mm = 24
    #expect(try text(data).exposure == "6.9mm")
    #expect(try text(data, equivalent35mm: true).exposure == "24mm")
    // 0 says that the camera does not know it. The focal length itself would be misunderstood.
    data.focalLengthIn35mm = 0
    #expect(try text(data, equivalent35mm: true).exposure == nil)
  }

  @Test(arguments: [
    (50.0, "50mm"), (6.9, "6.9mm"), (6.86, "6.9mm"), (3.99, "4mm"), (0.05, "0.1mm"),
    (1200, "1200mm"), (99_999.5, "99999.5mm"), (0.04, nil), (0, nil), (-50, nil), (.nan, nil),
    (.infinity, nil), (4_294_967_295, nil),
  ])
  func aFocalLengthHasAtMostOneDigitBehindThePoint(length: Double, expected: String?) throws {
    #expect(try text(CameraData(focalLength: length)).exposure == expected)
  }

  @Test(arguments: [
    (1.8, "f/1.8"), (2.0, "f/2"), (1.78, "f/1.8"), (22, "f/22"), (0.95, "f/0.95"), (0.9, "f/0.9"),
    (0.999, "f/1"), (5.656, "f/5.7"), (0, nil), (.infinity, nil),
  ])
  func anApertureBelowOneHasTwoDigits(number: Double, expected: String?) throws {
    #expect(try text(CameraData(fNumber: number)).exposure == expected)
  }

  @Test(arguments: [
    (1, 250, "1/250s"), (3, 10, "0.3s"), (30, 1, "30s"), (0, 1, nil), (4_294_967_295, 1, nil),
    (1, 200_001, nil),
  ])
  func anImplausibleTimeIsUnknown(
    numerator: UInt32, denominator: UInt32, expected: String?
  ) throws {
    #expect(
      try text(
        CameraData(exposureTime: ExposureTime(numerator: numerator, denominator: denominator))
      ).exposure == expected)
  }

  @Test(arguments: [(100, "ISO100"), (0, nil), (-1, nil)])
  func aSensitivityIsPositive(iso: Int, expected: String?) throws {
    #expect(try text(CameraData(iso: iso)).exposure == expected)
  }

  @Test(arguments: [
    ("  RF50mm \t F1.8\r\nSTM ", "RF50mm F1.8 STM"),
    ("A\u{0}B\u{1B}[31mC\u{7F}", "AB[31mC"),
    ("left\u{202E}right\u{2066}\u{FEFF}", "leftright"),
    ("<b>&amp;", "<b>&amp;"),
    ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
    ("\u{200D}\u{FE0F} \u{3164}\u{2800}", "Unknown Lens"),
  ])
  func namesAreCleaned(name: String, expected: String) throws {
    #expect(try text(CameraData(lensModel: name)).lens == expected)
  }

  @Test func aVeryLongNameIsCutBetweenCharacters() throws {
    var data = CameraData()
    data.lensModel = String(repeating: "x", count: 200)
    #expect(try text(data).lens == data.lensModel)
    data.lensModel = String(repeating: "x", count: 201)
    #expect(try text(data).lens == String(repeating: "x", count: 199) + "…")
    data.lensModel = String(repeating: "e\u{301}", count: 150)
    #expect(try text(data).lens == String(repeating: "e\u{301}", count: 99) + "…")
  }

  // MARK: - The article

  @Test func theArticleWritesEachPartByItself() throws {
    let data = CameraData(
      make: "Canon", model: "Canon EOS R5", lensModel: "RF50mm", focalLength: 50, fNumber: 2,
      exposureTime: ExposureTime(numerator: 1, denominator: 3), iso: 100)
    let text = try text(data, style: .article)
    #expect(text[.camera] == ["Canon", "Canon EOS R5"])
    #expect(text[.lens] == ["RF50mm"])
    #expect(text[.exposure] == ["50mm", "f/2.0", "1/3s", "ISO100"])
    #expect(text.camera == "Canon Canon EOS R5")
    #expect(text.exposure == "50mm\u{2003}f/2.0\u{2003}1/3s\u{2003}ISO100")
    // As one text elsewhere.
    let standard = try self.text(data)
    #expect(standard[.camera] == ["Canon EOS R5"])
    #expect(standard[.exposure] == ["50mm\u{2003}f/2\u{2003}0.3s\u{2003}ISO100"])
  }

  @Test func whatIsUnknownIsNamedInTheArticle() throws {
    let text = try text(CameraData(), style: .article)
    #expect(
      text[.camera] == ["Unknown Maker", "Unknown Camera"] && text[.lens] == ["Unknown Lens"])
    #expect(text[.exposure].isEmpty && text.exposure == nil)
    let known = try self.text(CameraData(), omitsUnknown: true, style: .article)
    #expect(CardText.Line.allCases.allSatisfy { known[$0].isEmpty })
  }

  @Test(arguments: [
    (1.8, "f/1.8"), (2.0, "f/2.0"), (1.78, "f/1.8"), (22, "f/22.0"), (0.95, "f/0.9"),
    (5.656, "f/5.7"), (0, nil), (.infinity, nil),
  ])
  func anApertureOfTheArticleHasOneDigit(number: Double, expected: String?) throws {
    #expect(try text(CameraData(fNumber: number), style: .article).exposure == expected)
  }

  /// Those of the article's continued fraction, which is not always the camera's.
  @Test(arguments: [
    (1, 250, "1/250s"), (10, 2500, "1/250s"), (3, 10, "3/10s"), (333_333, 1_000_000, "1/3s"),
    (30, 1, "30/1s"), (25, 10, "5/2s"), (29_997, 1_000_000, "98/3267s"),
    (13_043, 1_000_000, "3/230s"), (51, 100_000, "1/1960s"), (10, 2_187, "3/656s"),
    (1_024, 13_776, "64/861s"), (4_004, 1_000_000, "4/999s"), (0, 1, nil),
    (4_294_967_295, 1, nil), (1, 1_048_576, nil),
  ])
  func aTimeOfTheArticleIsAFraction(
    numerator: UInt32, denominator: UInt32, expected: String?
  ) throws {
    #expect(
      try text(
        CameraData(exposureTime: ExposureTime(numerator: numerator, denominator: denominator)),
        style: .article
      ).exposure == expected)
  }

  private func text(
    _ data: CameraData, locale: CardOptions.Locale = .en, equivalent35mm: Bool = false,
    omitsUnknown: Bool = false, style: CardOptions.Style = .standard
  ) throws -> CardText {
    let options = CardOptions(
      style: style, equivalent35mm: equivalent35mm, locale: locale, omitsUnknown: omitsUnknown)
    return CardText(data, options: try #require(options))
  }
}
