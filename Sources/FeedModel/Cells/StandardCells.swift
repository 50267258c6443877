package import FeedLayout
import StrictJSON

/// The cells and the theme that every database has: files of the kind that editors write.
package enum StandardCells {
  /// The theme of feeds that name none.
  package static let theme: CellTheme = {
    do {
      return try CellTheme(reading: try JSONTree(parsing: PackageResources.theme_default_json))
    } catch {
      preconditionFailure("theme_default.json: \(error)")
    }
  }()

  /// The cells, in the order in which they are listed.
  package static let all: [CellDefinition] = files.map { file in
    do {
      return try CellDefinition(reading: try JSONTree(parsing: file), theme: theme)
    } catch {
      preconditionFailure("a cell of every database: \(error)")
    }
  }

  /// Their names.
  package static let names = all.map(\.name)

  /// The designs of every database by their keys.
  static let designs = Dictionary(uniqueKeysWithValues: written.map { ($0.key, $0) })

  /// The keys of ``designs`` in the order in which they are listed.
  static let keys = written.map(\.key)

  private static let written: [Design] = {
    do {
      let themes = [PackageResources.theme_default_json].map { ($0, DesignType.theme) }
      return try (files.map { ($0, .cell) } + themes).map { file, type in
        try Design(reading: try JSONTree(parsing: file), as: type, theme: theme)
      }
    } catch {
      preconditionFailure("a design of every database: \(error)")
    }
  }()

  /// Their definitions as they are written.
  package static let files: [[UInt8]] = [
    PackageResources.cell_overlay_json, PackageResources.cell_caption_below_json,
    PackageResources.cell_row_json, PackageResources.cell_banner_json,
    PackageResources.cell_card_json, PackageResources.cell_featured_topics_json,
    PackageResources.cell_recent_news_json, PackageResources.cell_campaign_banners_json,
    PackageResources.cell_trend_articles_json, PackageResources.cell_pickup_photos_json,
    PackageResources.cell_favorite_scenes_json,
  ]
}
