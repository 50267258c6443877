import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// Items in the formats of transfers.
enum TransferTargets {
  /// The kinds that inputs are read as: the standard ones, and one with a field of each type.
  static let kinds: [ContentKind] = ContentKinds.standard.all + [everything]

  /// A kind with a field of each type.
  static let everything: ContentKind = {
    let definition = """
      {"kind":"everything","title":"Everything","roles":{},"fields":[
       {"name":"plain","type":"text","localized":true},
       {"name":"short","type":"text","max_length":3,"required":false},
       {"name":"address","type":"url","required":false},
       {"name":"size","type":"choice","choices":["S","Ä","\\u212b"],"required":false},
       {"name":"moment","type":"date","required":false},
       {"name":"whole","type":"integer","minimum":-5,"maximum":9007199254740991,"required":false},
       {"name":"any","type":"number","required":false},
       {"name":"flag","type":"boolean","required":false},
       {"name":"other","type":"reference","kind":"recent_news","required":false},
       {"name":"picture","type":"photo","required":false},
       {"name":"numbers","type":"list","of":"number","required":false},
       {"name":"names","type":"list","of":"text","required":false}
      ]}
      """
    do {
      return try KindProposal(reading: JSONTree(parsing: definition.utf8)).kind
    } catch {
      fatalError("the kind of all types: \(error)")
    }
  }()

  /// Pieces give what the whole gives, and what is written is read again as the same.
  static func items(_ format: TransferFormat) -> FuzzTarget.Check {
    { input in
      var input = input
      let kind = input.choice(of: kinds)
      let (items, problems) = read([input.rest], as: kind, format)
      let (pieces, others) = read(input.pieces, as: kind, format)
      require(problems.described == others.described, "pieces have other problems than the whole")
      require(
        items.map(\.translated) == pieces.map(\.translated),
        "pieces have other items than the whole")
      for problem in problems.listed.prefix(20) {
        require(!"\(problem)".isEmpty, "a problem without a text")
      }
      guard problems.isEmpty else { return }
      let stored = items.map { StoredItem($0.translated, window: $0.window ?? .always) }
      check(stored, of: kind, format)
    }
  }

  private static func check(_ stored: [StoredItem], of kind: ContentKind, _ format: TransferFormat)
  {
    for written in TransferFormat.allCases {
      let locales = Set(stored.flatMap { $0.content.translations.map(\.locale) }).sorted()
      guard written != .csv || locales.count <= Locales.maximumCount else { continue }
      var encoder = TransferEncoder(kind: kind, format: written, hasWindows: true, locales: locales)
      let bytes = encoder.beginning + encoder.encode(stored) + encoder.end
      let (again, problems) = read([bytes[...]], as: kind, written)
      require(
        problems.isEmpty,
        "\(format) that was read and written as \(written) is refused: \(problems.described)")
      require(again.count == stored.count, "written items are missing")
      for (item, former) in zip(again, stored) {
        require(
          item.translated == former.content,
          "an item written as \(written) is another one: \(item.translated) \(former.content)")
        require(
          (item.window ?? .always) == former.window,
          "a window written as \(written) is another one: \(former.window)")
      }
    }
  }

  private static func read(
    _ pieces: [ArraySlice<UInt8>], as kind: ContentKind, _ format: TransferFormat
  ) -> (items: [StagedItem], problems: DocumentProblems) {
    var decoder = format.decoder(of: kind)
    var items: [StagedItem] = []
    for piece in pieces { items += decoder.decode(Data(piece)) }
    items += decoder.finish()
    return (items, decoder.problems)
  }
}

extension StagedItem {
  /// The item with its translations, which a table has in columns of their own.
  fileprivate var translated: ContentItem {
    var item = content
    item.translations = translations.values
    return item
  }
}

extension DocumentProblems {
  /// The texts of all problems.
  var described: [String] { listed.map { "\($0)" } }
}
