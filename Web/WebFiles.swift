/// The files of the pages, embedded in the program. Scripts and styles are bundled by
/// `scripts/build-web`.
package enum WebFiles {
  /// The bytes of each file, by its name. HTML and scripts name other files as `{{tanada.js}}`.
  package static let all: [String: [UInt8]] = [
    "gallery.css": PackageResources.gallery_css,
    "gallery.html": PackageResources.gallery_html,
    "gallery.js": PackageResources.gallery_js,
    "home.css": PackageResources.home_css,
    "home.html": PackageResources.home_html,
    "home.js": PackageResources.home_js,
    "icon.svg": PackageResources.icon_svg,
    "tanada.d.ts": PackageResources.tanada_d_ts,
    "tanada.js": PackageResources.tanada_js,
    "viewer.js": PackageResources.viewer_js,
  ]
}
