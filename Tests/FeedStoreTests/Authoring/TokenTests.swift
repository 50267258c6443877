import FeedEditing
import FeedModel
import FeedStore
import TestSupport
import Testing

struct TokenTests {
  @Test("A secret is written in one way, and read in that way only")
  func secrets() throws {
    for seed: UInt64 in 1...50 {
      var generator = SeededGenerator(seed: seed)
      let bytes = (0..<TokenSecret.byteCount).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      let secret = TokenSecret(randomBytes: bytes)
      #expect(secret.text.wholeMatch(of: /tanada_[A-Za-z0-9_-]{43}/) != nil)
      #expect(TokenSecret(secret.text) == secret)
      #expect(secret.hasHash(secret.hash))
      #expect(!"\(secret)".contains(secret.text))
      for wrong in [
        String(secret.text.dropLast()), secret.text + "A", secret.text + "=", " " + secret.text,
        "Tanada_" + secret.text.dropFirst(7), String(secret.text.dropFirst(7)),
        // The last digit has two bits that are no part of the bytes.
        secret.text.dropLast() + (secret.text.last == "B" ? "C" : "B"),
      ] {
        #expect(TokenSecret(wrong) != secret, "\(wrong)")
      }
    }
  }

  @Test(
    "A token expires at a moment or after a while",
    arguments: [
      ("2030-12-31T00:00:00Z", "2030-12-31T00:00:00.000Z"), ("90m", "2022-12-01T01:30:00.000Z"),
      ("12h", "2022-12-01T12:00:00.000Z"), ("30d", "2022-12-31T00:00:00.000Z"),
      ("2w", "2022-12-15T00:00:00.000Z"), ("0d", nil), ("-1d", nil), ("d", nil), ("", nil),
      ("30", nil), ("1.5d", nil), ("30 d", nil), ("100000d", nil), ("30x", nil),
      ("2022-12-01T00:00:00Z", nil), ("2030-02-30T00:00:00Z", nil), ("tomorrow", nil), ("٣d", nil),
    ])
  func expiry(text: String, moment: String?) throws {
    let now = try #require(Timestamp("2022-12-01T00:00:00Z"))
    #expect(Token.expiry(text, now: now)?.rfc3339 == moment)
  }

  @Test(
    "A name is one line that can be read",
    arguments: [
      ("Anna", "Anna"), ("  編集部 ", "編集部"), ("", nil), ("   ", nil), ("a\nb", nil),
      ("a\u{1B}[31m", nil), ("a\u{202E}b", nil), ("\u{200F}a", nil),
      ("\u{639}\u{644}\u{6CC}\u{200C}\u{631}", "\u{639}\u{644}\u{6CC}\u{200C}\u{631}"),
      ("\u{200C}\u{200D}", nil), ("a\u{200B}", nil),
    ])
  func names(text: String, name: String?) {
    #expect(Token.acceptableName(text) == name)
    #expect(Token.acceptableName(String(repeating: "x", count: 101)) == nil)
    // One letter with very many accents is one character of Swift.
    #expect(Token.acceptableName("x" + String(repeating: "\u{301}", count: 100)) == nil)
  }

  @Test("A token is worth nothing from its last moment on")
  func standing() throws {
    let now = SampleContent.committedAt
    let next = Timestamp(millisecondsSince1970: now.millisecondsSince1970 + 1)
    let token = Token(id: 1, name: "Anna", role: .editor, createdAt: now, expiresAt: next)
    #expect(token.standing(at: now) == .valid)
    #expect(token.standing(at: next) == .expired)
  }

  @Test(
    "Two changes of a transaction are one to those who see only the whole",
    arguments: [
      (Change.inserted, Change.updated, Change.inserted), (.inserted, .deleted, nil),
      (.updated, .deleted, .deleted), (.deleted, .inserted, .updated),
      (.updated, .updated, .updated), (.unchanged, .deleted, .deleted),
      (.inserted, .unchanged, .inserted),
    ] as [(Change, Change, Change?)])
  func changes(first: Change, second: Change, both: Change?) {
    #expect(first.followed(by: second) == both)
  }
}
