/// The files of the pages, embedded in the program. Scripts and styles are bundled by
/// `scripts/build-web`.
package enum WebFiles {
  /// The bytes of each file, by its name. HTML and scripts name other files as `{{tanada.js}}`.
  package static let all: [String: [UInt8]] = [
    "documents.d.ts": PackageResources.documents_d_ts,
    "gallery.css": PackageResources.gallery_css,
    "gallery.html": PackageResources.gallery_html,
    "gallery.js": PackageResources.gallery_js,
    "home.css": PackageResources.home_css,
    "home.html": PackageResources.home_html,
    "home.js": PackageResources.home_js,
    "icon.svg": PackageResources.icon_svg,
    "impressions.js": PackageResources.impressions_js,
    "later.js": PackageResources.later_js,
    "motions.js": PackageResources.motions_js,
    "studio.css": PackageResources.studio_css,
    "studio.html": PackageResources.studio_html,
    "studio.js": PackageResources.studio_js,
    "tanada-core.d.ts": PackageResources.tanada_core_d_ts,
    "tanada-core.js": PackageResources.tanada_core_js,
    "tanada.d.ts": PackageResources.tanada_d_ts,
    "tanada.js": PackageResources.tanada_js,
    "viewer.js": PackageResources.viewer_js,
  ]
}
