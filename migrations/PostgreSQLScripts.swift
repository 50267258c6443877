/// The scripts of the schema in PostgreSQL. What has shipped is frozen: a change is a new script.
package enum PostgreSQLScripts {
  /// The functions that statements and the tables of kinds use.
  package static let functions = text(PackageResources.p0001_functions_sql)
  /// The tables, but for those of kinds.
  package static let content = text(PackageResources.p0002_content_sql)
  /// How searches compare letters.
  package static let caseFolding = text(PackageResources.p0004_case_folding_sql)
  /// How searches and filters compare texts.
  package static let textFolding = text(PackageResources.p0005_text_folding_sql)
  /// Who has seen what.
  package static let audiences = text(PackageResources.p0006_audiences_sql)
  /// The end of how that was noted before.
  package static let formerAudiences = text(PackageResources.p0007_former_audiences_sql)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
