import FeedPublisher
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("…", 1), ("①℃─█", 4), ("ｱ", 1),
    ("あ", 2), ("漢", 2), ("Ａ", 2), ("　", 2), ("「」", 4), ("か\u{3099}", 2), ("ﾊ\u{FF9E}", 2),
    ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("𠮷", 2),
    ("😆", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("☺\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("⌚", 2),
    ("👍🏽", 2), ("👨\u{200D}👩\u{200D}👧", 2), ("🏳\u{FE0F}\u{200D}🌈", 2), ("🇯🇵", 2), ("🇯🇵🇫🇷", 4), ("🇯", 2),
    ("\u{200B}\u{301}\u{2060}", 0), ("a\u{200D}b", 2), ("\n\u{7}", 0), ("クリスマスの🎄2022", 18),
  ])
  func width(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("おせち料理", 10, "おせち料理"), ("おせち料理", 9, "おせち料…"), ("おせち料理", 8, "おせち…"),
    ("おせち料理", 2, "…"), ("おせち料理", 1, "…"), ("おせち料理", 0, ""), ("おせち", -3, ""),
    ("two words", 5, "two…"), ("two words", 9, "two words"), ("", 3, ""),
    ("a👨\u{200D}👩\u{200D}👧b", 4, "a👨\u{200D}👩\u{200D}👧b"),
    ("a👨\u{200D}👩\u{200D}👧b", 3, "a…"),
  ])
  func truncation(_ text: String, _ width: Int, _ truncated: String) {
    #expect(DisplayWidth.truncate(text, to: width) == truncated)
  }

  @Test(arguments: ["おせち料理の験担ぎ、ご存じですか?(1)", "うまい😆👍🏽🇯🇵 ok", "ﾊ\u{FF9E}ﾋ\u{FF9F}e\u{301}x"])
  func truncatedTextIsNeverWiderThanItsRoom(_ text: String) {
    for width in 0...DisplayWidth.of(text) {
      let truncated = DisplayWidth.truncate(text, to: width)
      #expect(DisplayWidth.of(truncated) <= width)
      #expect((truncated == text) == (width == DisplayWidth.of(text)))
    }
  }
}
