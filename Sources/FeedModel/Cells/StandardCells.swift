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
