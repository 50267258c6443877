/// The versions of published documents, which clients and servers agree on.
///
/// A client says the newest version that it draws, and gets nothing newer. Version 1 is everything up to mosaics;
/// version 2 has lists.
public enum DocumentVersion {
  /// The first version, which every client draws.
  public static let first = 1
  /// The newest version, in which a layout came last.
  public static let newest = SectionLayouts.all.map { $0.version }.max() ?? first

  /// Every version.
  public static let all = first...newest
}

extension SectionOptions {
  /// The version of documents that a client must draw to show the layout.
  public var version: Int { Layout.version }
}

extension SectionDesign {
  /// The version of documents that a client must draw to show the section: cells have slots that every client draws.
  public var version: Int { options.version }
}
