import Foundation

/// The parameters that networks, mails and campaigns add to links. They say where a reader has come from, and nothing about
/// what is asked for.
package enum TrackingParameter {
  /// The beginnings of names of which there are many.
  package static let prefixes = ["utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_"]

  /// All other names, in lower case.
  package static let names: Set = [
    // Google
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid",
    "_ga",
    "_gl",
    // Meta
    "fbclid", "fb_action_ids", "fb_action_types", "fb_ref", "fb_source", "igshid", "igsh",
    // Other networks
    "msclkid", "twclid", "ttclid", "yclid", "ymclid", "_openstat", "li_fat_id", "rdt_cid", "sccid",
    "epik", "ref_src", "ref_url", "cjevent", "irclickid", "sscid", "wickedid",
    // Mails
    "mc_cid", "mc_eid", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "mkt_tok",
    "_ke", "_kx", "vero_id", "vero_conv", "oly_anon_id", "oly_enc_id", "ml_subscriber",
    "ml_subscriber_hash", "dm_i", "elqtrackid",
  ]

  /// Whether `name`, as a query has it, is that of such a parameter. Case does not count.
  package static func isOne(_ name: some StringProtocol) -> Bool {
    let name = (name.removingPercentEncoding ?? String(name)).lowercased()
    if names.contains(name) { return true }
    // A condition of a list, such as `utm_source.ne`, is none.
    return prefixes.contains { name.hasPrefix($0) } && !name.contains(".")
  }
}
