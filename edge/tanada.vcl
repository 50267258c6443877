# How an edge behaves in front of servers of tanada. docs/edge.md explains it; site.vcl has what is different at each
# site, and includes this file.
#
# The edge remembers two revisions. Both are kept by vmod_var, and survive a new VCL:
#   tanada_floor    the highest one that it has seen. No answer of a server that is behind it is stored.
#   tanada_purged   the one up to which all that has changed was purged, and tanada_purged_id.

import std;
import var;
import xkey;

sub vcl_recv {
  if (req.restarts == 0) {
    unset req.http.X-Edge-Stale;
    unset req.http.X-Edge-Refetch;
    unset req.http.X-Edge-Purged;
    if (req.url ~ "^/tanada/") {
      call tanada_purge;
    }
  }

  set req.backend_hint = tanada_origins.backend();

  # 1. What is not for everybody, or changes something, goes through.
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.url ~ "^/v1/events(\?|$)") {
    return (pipe);
  }
  if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)(__Host-)?tanada_session=") {
    return (pass);
  }
  unset req.http.Cookie;

  # 2. Requests for the same get the same object. Documents vary with the coding, pictures with the format.
  if (req.http.Accept-Encoding ~ "(?i)(^|[\s,])br\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))") {
    set req.http.Accept-Encoding = "br";
  } else if (req.http.Accept-Encoding ~ "(?i)(^|[\s,])gzip\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  if (req.url ~ "^/v1/photos/") {
    if (req.http.Accept ~ "(?i)image/avif") {
      set req.http.Accept = "image/avif, image/webp, */*;q=0.5";
    } else if (req.http.Accept ~ "(?i)image/webp") {
      set req.http.Accept = "image/webp, */*;q=0.5";
    } else {
      unset req.http.Accept;
    }
  }
  call tanada_parameters;
  if (req.url ~ "^/v1/(feeds|content)[/?]") {
    # The order of parameters has no meaning, and none may be repeated.
    set req.url = std.querysort(req.url);
  }

  # 3. What is purged or too old is fetched before it is answered, unless there is nobody to ask.
  if (req.http.X-Edge-Refetch) {
    set req.hash_always_miss = true;
  }
  if (std.healthy(req.backend_hint) && !req.http.X-Edge-Stale) {
    set req.grace = 0s;
  } else {
    set req.grace = 7d;
  }
  return (hash);
}

# Leaves out the parameters that servers ignore (docs/http.md, "Parameters"): links that people share have others each time.
sub tanada_parameters {
  if (req.url !~ "\?") {
    return;
  }
  # 1. Servers refuse a token in an address, whatever it is called.
  if (req.url ~ "[?&](access(_|%5[Ff])token|token)(=|&|$)" || req.url ~ "[?&][^=&]*=tanada_") {
    return (pass);
  }
  # 2. Those of networks, mails and campaigns. Fields of content may have their names, which lists take as conditions.
  if (req.url !~ "^/+v1/+(content|export)/+[^/?]+/*\?") {
    set req.url = regsuball(req.url, "(?i)([?&])(utm_[^=&.]*|mtm_[^=&.]*|pk_[^=&.]*|piwik_[^=&.]*|matomo_[^=&.]*|hsa_[^=&.]*"
      + "|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl|fbclid|fb_action_ids|fb_action_types"
      + "|fb_ref|fb_source|igshid|igsh|msclkid|twclid|ttclid|yclid|ymclid|_openstat|li_fat_id|rdt_cid|sccid|epik|ref_src"
      + "|ref_url|cjevent|irclickid|sscid|wickedid|mc_cid|mc_eid|_hsenc|_hsmi|__hssc|__hstc|__hsfp|hsctatracking|mkt_tok"
      + "|_ke|_kx|vero_id|vero_conv|oly_anon_id|oly_enc_id|ml_subscriber|ml_subscriber_hash|dm_i|elqtrackid)"
      + "(=[^&]*)?(?=&|$)", "\1");
  }
  # 3. All that are unknown, of what is shared or loaded by browsers.
  if (req.url ~ "^/(assets/[^?]*|[a-z-]+\.(js|d\.ts)|gallery|studio|docs(/[^?]*)?|v1/photos/[^/?]+\.jpg)\?") {
    set req.url = regsub(req.url, "\?.*$", "");
  } else if (req.url ~ "^/v1/photos/[^/?]+/card(\.jpg)?\?") {
    set req.url = regsuball(req.url,
      "([?&])(?!(width|style|equivalent_35mm|locale|omit_unknown)=)[^&]*", "\1");
  } else if (req.url ~ "^/v1/photos/[^/?]+/[0-9]+x[0-9]+\.[a-z]+\?") {
    set req.url = regsuball(req.url, "([?&])(?!(fit|focus|dpr|signature)=)[^&]*", "\1");
  } else if (req.url ~ "^/v1/feeds/[^/?]+\.jsonfeed\?") {
    set req.url = regsuball(req.url,
      "([?&])(?!(locale|max_version|at|drafts|release|revision)(=|&|$))[^&]*", "\1");
  }
  set req.url = regsub(regsuball(req.url, "([?&])&+", "\1"), "[?&]+$", "");
}

# A server says what has changed. It looks at the answer: an edge that has missed something is told that as well.
sub tanada_purge {
  if (client.ip !~ tanada_purgers || req.http.Authorization != "Bearer " + var.global_get("tanada_token")
      || var.global_get("tanada_token") == "") {
    return (synth(403, "Forbidden"));
  }
  if (req.method != "POST" || req.http.X-Tanada-Revision !~ "^\d{1,18}$" || req.http.X-Tanada-After !~ "^\d{1,18}$"
      || req.http.X-Tanada-Revision-ID !~ "^[0-9a-f-]{36}$") {
    return (synth(400, "Bad Request"));
  }
  if (req.http.X-Tanada-Scope == "reset") {
    var.global_set("tanada_floor", req.http.X-Tanada-Revision);
    set req.http.X-Edge-Purged = xkey.softpurge("tanada");
    call tanada_note_purge;
  } else {
    call tanada_raise_floor;
    if (std.integer(var.global_get("tanada_purged"), -1) < 0 || req.http.X-Tanada-Scope == "everything") {
      # An edge that was just started does not know what its first objects have missed.
      if (std.integer(req.http.X-Tanada-Revision, 0) > std.integer(var.global_get("tanada_purged"), -1)) {
        set req.http.X-Edge-Purged = xkey.softpurge("tanada");
        call tanada_note_purge;
      }
    } else if (std.integer(req.http.X-Tanada-Revision, 0) > std.integer(var.global_get("tanada_purged"), 0)) {
      set req.http.X-Edge-Purged = xkey.softpurge(req.http.xkey-purge);
      # With a gap before it, the revisions in between are still to come.
      if (req.http.X-Tanada-Scope == "keys"
          && std.integer(req.http.X-Tanada-After, 0) <= std.integer(var.global_get("tanada_purged"), 0)) {
        call tanada_note_purge;
      }
    }
  }
  return (synth(200, "OK"));
}

sub tanada_note_purge {
  var.global_set("tanada_purged", req.http.X-Tanada-Revision);
  var.global_set("tanada_purged_id", req.http.X-Tanada-Revision-ID);
}

sub tanada_raise_floor {
  if (std.integer(req.http.X-Tanada-Revision, 0) > std.integer(var.global_get("tanada_floor"), -1)) {
    var.global_set("tanada_floor", req.http.X-Tanada-Revision);
  }
}

sub vcl_backend_fetch {
  if (bereq.uncacheable) {
    return (fetch);
  }
  if (bereq.backend == tanada_fallback) {
    # The export has no file of this coding.
    set bereq.url = regsub(bereq.url, "\.(br|gz)$", "");
    return (fetch);
  }
  # A server that hangs is given up early, since another one answers. The last one has the time that it needs.
  set bereq.first_byte_timeout = 2s;
  set bereq.connect_timeout = 1s;
  if (bereq.retries > 0) {
    set bereq.first_byte_timeout = 10s;
    call tanada_another_origin;
  }
  if (bereq.http.X-Edge-Stale || !std.healthy(tanada_origins.backend())) {
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    if (bereq.url ~ "^/v1/(feeds|photos)/" && std.healthy(tanada_fallback)) {
      set bereq.backend = tanada_fallback;
      unset bereq.http.If-None-Match;
      unset bereq.http.If-Modified-Since;
      call tanada_export_name;
      call tanada_fallback_request;
    }
  }
  return (fetch);
}

# The name of the file that `tanada export-static` writes for a request: docs/static-export.md has the rule. The address in
# the cache stays as it is.
sub tanada_export_name {
  # 1. Leave out what has no part in names, and all of a cursor but its first 40 characters.
  set bereq.url = regsuball(bereq.url, "([?&])(max_version|text_size)=[^&]*", "\1");
  set bereq.url = regsub(bereq.url, "([?&]cursor=[^&]{40})[^&]*", "\1");
  # 2. Sort the parameters by their bytes. That drops the empty ones, too.
  set bereq.url = regsub(std.querysort(bereq.url), "\?$", "");
  # 3. Make them a part of the path.
  if (bereq.url ~ "^[^?]*\.(jpg|webp|avif)(\?|$)") {
    set bereq.url = regsub(bereq.url, "^([^?]*)\.(jpg|webp|avif)\?(.*)$", "\1/_/\3.\2");
    return;
  }
  if (bereq.url !~ "\?") {
    set bereq.url = bereq.url + "?index";
  }
  set bereq.url = regsub(bereq.url, "\?(.*)$", "/_/\1.json");
  if (bereq.http.Accept-Encoding == "br") {
    set bereq.url = bereq.url + ".br";
  } else if (bereq.http.Accept-Encoding == "gzip") {
    set bereq.url = bereq.url + ".gz";
  }
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }

  # 1. Exported files, when no server answers: for a short time, and whatever their revision is.
  if (bereq.backend == tanada_fallback) {
    if (beresp.status != 200) {
      if (bereq.url ~ "\.json\.(br|gz)$") {
        return (retry);
      }
      return (error(503, "Service Unavailable"));
    }
    call tanada_export_fields;
    set beresp.http.X-Edge-Fallback = "yes";
    set beresp.ttl = 5s;
    set beresp.grace = 0s;
    return (deliver);
  }

  # 2. Failures of one server.
  if (beresp.status >= 500) {
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    if (bereq.retries < 2 && !bereq.http.X-Edge-Stale) {
      return (retry);
    }
  }

  # 3. The floor: another server is asked in place of one that is behind.
  if (beresp.http.X-Tanada-Revision) {
    if (std.integer(beresp.http.X-Tanada-Revision, 0) < std.integer(var.global_get("tanada_floor"), 0)) {
      if (bereq.retries < 3) {
        return (retry);
      }
      # All that answer are behind, so nobody keeps it.
      set beresp.uncacheable = true;
      set beresp.ttl = 1s;
      return (deliver);
    }
    if (std.integer(beresp.http.X-Tanada-Revision, 0) > std.integer(var.global_get("tanada_floor"), -1)) {
      var.global_set("tanada_floor", beresp.http.X-Tanada-Revision);
    }
  }

  # 4. What may be kept, and how long.
  if (beresp.ttl <= 0s || beresp.http.Set-Cookie || beresp.http.Vary == "*"
      || beresp.http.Cache-Control ~ "(?i)no-cache|no-store|private") {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }
  unset beresp.http.RateLimit;
  unset beresp.http.RateLimit-Policy;
  unset beresp.http.X-Request-ID;
  if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
    # It ends when something that is shown is scheduled to disappear.
    set beresp.grace = std.duration(
      regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
  } else {
    set beresp.grace = 24h;
  }
  if (beresp.http.xkey) {
    set beresp.http.xkey = beresp.http.xkey + " tanada";
    # A document is answered when it is whole. Pictures are sent on as they come.
    set beresp.do_stream = false;
  }
  return (deliver);
}

# The fields of a server's response. A bucket has most of them as metadata, and a folder none.
sub tanada_export_fields {
  unset beresp.http.Content-Encoding;
  if (bereq.url ~ "\.json(\.br|\.gz)?$") {
    set beresp.http.Content-Type = "application/json";
    set beresp.http.Cache-Control = "public, max-age=5";
    set beresp.http.Vary = "Accept-Encoding";
    set beresp.do_stream = false;
    if (bereq.url ~ "br$") {
      set beresp.http.Content-Encoding = "br";
    } else if (bereq.url ~ "gz$") {
      set beresp.http.Content-Encoding = "gzip";
    }
  } else {
    set beresp.http.Content-Type = "image/" + regsub(regsub(bereq.url, "^.*\.", ""), "jpg", "jpeg");
    set beresp.http.Cache-Control = "public, max-age=31536000, immutable";
    unset beresp.http.Vary;
  }
  set beresp.http.X-Content-Type-Options = "nosniff";
  # A web server makes these of the file, and not of the document.
  unset beresp.http.ETag;
  unset beresp.http.Last-Modified;
  unset beresp.http.Expires;
  unset beresp.http.Set-Cookie;
  set beresp.http.xkey = "tanada";
  if (beresp.http.x-amz-meta-etag) {
    set beresp.http.ETag = beresp.http.x-amz-meta-etag;
  }
  if (beresp.http.x-amz-meta-link) {
    set beresp.http.Link = beresp.http.x-amz-meta-link;
  }
  if (beresp.http.x-amz-meta-x-tanada-revision) {
    set beresp.http.X-Tanada-Revision = beresp.http.x-amz-meta-x-tanada-revision;
  }
  if (beresp.http.x-amz-meta-xkey) {
    set beresp.http.xkey = beresp.http.x-amz-meta-xkey + " tanada";
  }
  unset beresp.http.x-amz-meta-etag;
  unset beresp.http.x-amz-meta-vary;
  unset beresp.http.x-amz-meta-link;
  unset beresp.http.x-amz-meta-xkey;
  unset beresp.http.x-amz-meta-x-tanada-revision;
  unset beresp.http.x-amz-meta-expires;
}

sub vcl_backend_error {
  if (bereq.is_bgfetch) {
    return (abandon);
  }
  if (!bereq.uncacheable && bereq.backend != tanada_fallback) {
    if (bereq.retries < 3 && !bereq.http.X-Edge-Stale) {
      return (retry);
    }
  }
  set beresp.http.Content-Type = "application/problem+json";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "1";
  set beresp.body = """{"type":"urn:tanada:problem:not_ready","title":"Not ready","status":503,"""
    + """ "detail":"no server answers","code":"not_ready"}""";
  return (deliver);
}

sub vcl_deliver {
  if (req.restarts == 0 && resp.status >= 500 && !obj.uncacheable) {
    # Probes have not noticed yet that nobody answers: what is here is better than nothing.
    set req.http.X-Edge-Stale = "yes";
    return (restart);
  }
  # An export may be older than what was purged since. It is the best that there is.
  if (resp.http.X-Tanada-Revision && !obj.uncacheable && !req.http.X-Edge-Stale && !resp.http.X-Edge-Fallback) {
    if (obj.hits == 0 && req.restarts < 3
        && std.integer(resp.http.X-Tanada-Revision, 0) < std.integer(var.global_get("tanada_floor"), 0)) {
      # The floor has risen between the check of the answer and its being stored.
      set req.http.X-Edge-Refetch = "yes";
      return (restart);
    }
    if (std.integer(resp.http.X-Tanada-Revision, 0) < std.integer(var.global_get("tanada_purged"), 0)) {
      # All that has changed until then was purged, and this was not.
      set resp.http.X-Tanada-Revision = var.global_get("tanada_purged");
    }
  }
  if (obj.uncacheable) {
    set resp.http.X-Cache = "pass";
  } else if (resp.http.X-Edge-Fallback) {
    set resp.http.X-Cache = "fallback";
  } else if (obj.hits == 0) {
    set resp.http.X-Cache = "miss";
  } else if (obj.ttl < 0s) {
    set resp.http.X-Cache = "stale";
  } else {
    set resp.http.X-Cache = "hit";
  }
  unset resp.http.X-Edge-Fallback;
  unset resp.http.xkey;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  return (deliver);
}

sub vcl_synth {
  if (req.url ~ "^/tanada/") {
    if (resp.status == 200) {
      set resp.http.X-Tanada-Purged = var.global_get("tanada_purged") + "." + var.global_get("tanada_purged_id");
      set resp.http.X-Tanada-Floor = var.global_get("tanada_floor");
      set resp.http.X-Tanada-Purge-Count = req.http.X-Edge-Purged;
    }
    set resp.http.Cache-Control = "no-store";
    set resp.body = "";
    return (deliver);
  }
}
