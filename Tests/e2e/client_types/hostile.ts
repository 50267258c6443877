
// The kinds with the worst names are types like any other.
import type { A1Item, A1Item2, ClassItem, FeedItem2, SelfItem, UnknownItem2 } from "./tanada.ts";
const all: FeedDocument = read("all");
const names: string[] = [];
for (const section of all.sections) {
  switch (section.kind) {
    case "class": {
      const item: ClassItem = section.items[0];
      console.log(
        "hostile", item.class, item.type, item.self, String(item.init), item.hash_value, String(item.x_1),
        item.protocol);
      names.push("-");
      break;
    }
    case "a1":
    case "a_1":
    case "feed":
    case "unknown":
    case "self": {
      const item: A1Item | A1Item2 | FeedItem2 | UnknownItem2 | SelfItem = section.items[0];
      names.push(item.name);
      break;
    }
    default:
      names.push("-");
  }
}
console.log("hostile", names.join(" "));
