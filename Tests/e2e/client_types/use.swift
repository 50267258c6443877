// Reads documents with the types that `tanada types swift` writes, and prints what it finds.
import Foundation

typealias Layout = Tanada.Layout
typealias Slot = Tanada.Slot

func text(_ number: Double) -> String {
  number == number.rounded() ? "\(Int(number))" : "\(number)"
}

func describe(_ layout: Layout) -> String {
  switch layout {
  case .shelf(let shelf): return "shelf \(text(shelf.mediaSize.width))"
  case .snapCarousel(let carousel): return "snap_carousel \(carousel.pages.count)"
  case .circularCarousel(let ring):
    return "circular_carousel \(text(ring.radius)) \(ring.states.count)"
  case .uniformGrid(let grid): return "uniform_grid \(grid.columns)"
  case .staggeredGrid(let grid): return "staggered_grid \(grid.columns.count)"
  case .cardStack(let pile):
    let stack = pile.states.count { if case .stack = $0 { true } else { false } }
    return "card_stack \(pile.effect.rawValue) \(stack) of \(pile.states.count)"
  case .unknown(let other):
    guard other.type != "hologram" || other.raw["depth"]?["near"] == .integer(1) else {
      fatalError("what is not known is lost")
    }
    return "unknown \(other.type) \(layout.frames.count)"
  default: return "another"
  }
}

func describe(_ slot: Slot) -> String {
  switch slot {
  case .text(let text): "text:\(text.font.families[0])"
  case .image(let image): "image:\(image.contentMode.rawValue)"
  case .shade: "shade"
  case .line: "line"
  case .stars: "stars"
  case .badge: "badge"
  case .unknown(let other): other.type
  }
}

// Which kinds there are beside these depends on the database.
func describe(_ item: Tanada.FeedItem) -> String {
  if case .featuredTopics(let topic) = item { return "featured_topics:\(topic.title)" }
  if case .recentNews(let news) = item { return "recent_news:\(news.title)" }
  if case .campaignBanners(let banner) = item {
    return "campaign_banners:\(banner.bannerContentsId)"
  }
  if case .trendArticles(let article) = item { return "trend_articles:\(article.title)" }
  if case .pickupPhotos(let photo) = item { return "pickup_photos:\(photo.title)" }
  if case .favoriteScenes(let scene) = item { return "favorite_scenes:\(scene.title)" }
  if case .unknown(let other) = item { return "unknown:\(other.id.map { "\($0)" } ?? "")" }
  return "another"
}

func read<Document: Decodable>(_ name: String) throws -> Document {
  let data = try Data(contentsOf: URL(fileURLWithPath: "\(CommandLine.arguments[1])/\(name).json"))
  return try JSONDecoder().decode(Document.self, from: data)
}

for name in ["home", "later"] {
  let document: Tanada.FeedDocument = try read(name)
  print(name, document.direction.rawValue, document.revision)
  for section in document.sections where section.kind.rawValue != "shops" {
    print(name, section.id, section.kind.rawValue, section.cell?.name.rawValue ?? "")
    print(" ", describe(section.layout))
    print(" ", (section.cell?.slots ?? []).map(describe).joined(separator: " "))
    print(" ", describe(section.items[0]))
  }
}
let page: Tanada.SectionPage = try read("page")
print("page", page.section.items.count, page.next == nil ? "end" : "more")
let _: Tanada.FeedDocument = try read("all")
