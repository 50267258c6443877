// The kinds with the worst names are types like any other.
let all: Tanada.FeedDocument = try read("all")
var names: [String] = []
for section in all.sections {
  switch section.items[0] {
  case .class_(let item):
    print(
      "hostile", item.class_, item.type, item.self_, item.init_, item.hashValue_ ?? "",
      item.x1_2 ?? 0,
      item.protocol_.rawValue)
    guard item.protocol_ == .aB_3, Tanada.ClassItemProtocol.日本.rawValue == "日本" else {
      fatalError("a choice has lost its name")
    }
    names.append("-")
  case .a1(let item): names.append(item.name)
  case .a1_2(let item): names.append(item.name)
  case .feed(let item): names.append(item.name)
  case .unknown_(let item): names.append(item.name)
  case .self_(let item): names.append(item.name)
  case .default_: names.append("-")
  default: fatalError("an item of \(section.kind.rawValue) is not known")
  }
}
print("hostile", names.joined(separator: " "))
