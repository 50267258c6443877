import FeedModel
import Foundation
import FeedPublisher
import TestSupport
import Testing

/// Motion as data: in the feed, as an answer, and with options of its own.
struct PublishedMotionTests {
  @Test("A section that asks for keyframes publishes them in the feed")
  func feed() throws {
    let composition = Composition(
      feed: "home",
      sections: [
        Composition.Section(
          id: "banners", kind: .campaignBanners, title: "キャンペーン",
          layout: Composition.LayoutChoice(
            type: "circular_carousel", options: ["keyframes": "0.5"])),
        Composition.Section(
          id: "scenes", kind: .favoriteScenes, title: "お気に入りの一皿",
          layout: Composition.LayoutChoice(
            type: "card_stack",
            options: [
              "keyframes": "2", "effect": "stack.vortex", "effect_options": #"{"pop_angle": 1}"#,
            ])),
      ])
    let sections = try Feeds.published(Feeds.samples(composition))["sections"].elements
    let ring = try #require(sections.first)["layout"]["keyframes"]
    #expect(ring["tolerance"].number == 0.5)
    #expect(try #require(ring["max_error"].number) <= 0.5)
    #expect(ring["interpolation"].text == "linear")
    #expect(
      ring["channels"].elements.compactMap(\.text) == ["scale", "opacity", "z_index", "x"])
    let frames = ring["frames"].elements
    #expect(frames.first?["distance"].number == ring["range"].elements.first?.number)
    #expect(frames.allSatisfy { $0["values"].elements.count == 4 })
    // In front a card is as it is.
    let front = try #require(frames.first { $0["distance"].number == 0 })
    #expect(front["values"].elements.compactMap(\.number) == [1, 1, 1, 0])

    let pile = try #require(sections.last)["layout"]
    #expect(pile["states"].elements.first?["rotation"].number == -1)
    #expect(pile["keyframes"]["frames"].elements.first?["values"].elements[4].number == -1)
    #expect(pile["keyframes"]["step_channels"].elements.compactMap(\.text) == ["z_index"])
    #expect(pile["keyframes"]["steps"].elements.first?["progress"].number == -1)
  }

  private static func problem(_ effect: String, _ options: String) -> OptionProblem? {
    do throws(OptionProblem) {
      _ = try TransformCalculation([
        "effect": effect, "size": "273x320", "progress": "1", "effect_options": options,
      ])
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "What is wrong with the options of an effect is named by its place",
    arguments: [
      ("stack.default", "[]", "effect_options", "a list of 0"),
      ("stack.default", "{", "effect_options", "{"),
      ("stack.default", #"{"scale": 1}"#, "effect_options", "scale"),
      ("stack.default", #"{"scale_ratio": 1}"#, "effect_options", "scale_ratio"),
      // The materials of Apple's systems: no client draws them.
      ("stack.blur", #"{"blur_effect_style": "dark"}"#, "effect_options", "blur_effect_style"),
      ("scale.blur", #"{"blur_effect_style": "light"}"#, "effect_options", "blur_effect_style"),
      ("stack.default", #"{"scale_factor": "1"}"#, "effect_options/scale_factor", "1"),
      ("stack.default", #"{"scale_factor": 1e7}"#, "effect_options/scale_factor", "10000000"),
      ("stack.default", #"{"max_stack_size": 2.5}"#, "effect_options/max_stack_size", "2.5"),
      ("stack.default", #"{"max_stack_size": 1e300}"#, "effect_options/max_stack_size", "1e300"),
      ("stack.default", #"{"min_scale": 2}"#, "effect_options/min_scale", "2"),
      ("stack.default", #"{"reverse": 1}"#, "effect_options/reverse", "1"),
      (
        "stack.default", #"{"pop_offset_ratio": [1]}"#, "effect_options/pop_offset_ratio",
        "a list of 1"
      ),
      (
        "stack.default", #"{"pop_offset_ratio": [1, null]}"#, "effect_options/pop_offset_ratio/1",
        "null"
      ),
      ("stack.default", #"{"shadow_color": {"red": 2}}"#, "effect_options/shadow_color/red", "2"),
      ("scale.default", #"{"scale_curve": "fast"}"#, "effect_options/scale_curve", "fast"),
      (
        "scale.default", #"{"rotation_3d": {"axis": [0, 0]}}"#, "effect_options/rotation_3d/axis",
        "a list of 2"
      ),
      (
        "scale.default", #"{"rotation_3d": {"speed": 1}}"#, "effect_options/rotation_3d", "speed"
      ),
      (
        "snapshot.grid", #"{"pieces_alpha_ratio": {"rowmirror": 1}}"#,
        "effect_options/pieces_alpha_ratio", "rowmirror"
      ),
      (
        "snapshot.grid", #"{"pieces_alpha_ratio": {"sum": [1, {"rows": [true]}]}}"#,
        "effect_options/pieces_alpha_ratio/sum/1/rows/0", "true"
      ),
      (
        "snapshot.grid", #"{"pieces_scale_ratio": {"row_odd_even": {"odd": [0, 1]}}}"#,
        "effect_options/pieces_scale_ratio/row_odd_even/even", "null"
      ),
    ])
  func problems(effect: String, options: String, place: String, found: String) throws {
    let problem = try #require(Self.problem(effect, options))
    #expect(problem.option == place)
    #expect(problem.found == found)
  }

  @Test("Null takes a bound away, and an effect of no such part its part")
  func null() throws {
    #expect(Self.problem("stack.default", #"{"min_scale": null, "max_spacing": null}"#) == nil)
    #expect(Self.problem("scale.cylinder", #"{"rotation_3d": null}"#) == nil)
    #expect(Self.problem("scale.default", #"{"rotation_3d": {"angle": 1}}"#) == nil)
    #expect(Self.problem("stack.default", #"{"scale_factor": null}"#)?.found == "null")
  }

  @Test("An effect is sampled, or told as keyframes, or both; one of them is asked for")
  func transform() throws {
    func answer(_ more: [String: String]) throws -> JSONValue {
      let given = ["effect": "scale.cover_flow", "size": "273x320"]
      let texts = given.merging(more) { $1 }
      return try JSONValue.parse(TransformCalculation(texts).answer(items: .init()))
    }
    let both = try answer(["progress": "0.5", "keyframes": "4", "from": "0", "to": "1"])
    #expect(both["quad"].elements.count == 4)
    #expect(both["keyframes"]["range"].elements.compactMap(\.number) == [0, 1])
    #expect(try answer(["keyframes": "4"])["progress"].number == nil)
    #expect(throws: OptionProblem(option: "progress", expected: "pages", found: nil)) {
      try answer([:])
    }
    #expect(
      throws: OptionProblem(option: "to", expected: "a number of at least 2", found: "1")
    ) { try answer(["keyframes": "4", "from": "2", "to": "1"]) }
    #expect(throws: OptionProblem.self) { try answer(["keyframes": "0"]) }
  }
}
