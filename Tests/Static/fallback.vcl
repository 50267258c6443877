vcl 4.1;
# A server, and its export when it is dead: @ORIGIN@ and @EXPORT@ are the ports, and @PREFIX@ what is before the names of
# objects. docs/static-export.md explains it.

import std;

backend origin {
  .host = "127.0.0.1";
  .port = "@ORIGIN@";
  .probe = { .url = "/readyz"; .interval = 0.2s; .timeout = 0.5s; .window = 2; .threshold = 1; .initial = 0; }
}

backend export { .host = "127.0.0.1"; .port = "@EXPORT@"; }

sub vcl_recv {
  set req.backend_hint = origin;
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  return (hash);
}

sub vcl_backend_fetch {
  if (std.healthy(bereq.backend) || bereq.url !~ "^/v1/(feeds|photos)/") { return (fetch); }
  # A stale response is newer than the export, or as new.
  if (bereq.is_bgfetch) { return (abandon); }
  set bereq.backend = export;
  call export_name;
}

# The address of the object for a request.
sub export_name {
  # 1. Without the parameters that have no part in names, nor the end of a cursor.
  set bereq.url = regsuball(bereq.url, "([?&])(max_version|text_size)=[^&]*", "\1");
  set bereq.url = regsub(bereq.url, "([?&]cursor=[^&]{40})[^&]*", "\1");
  # 2. The parameters in the order of their bytes.
  set bereq.url = std.querysort(bereq.url);
  set bereq.url = regsuball(regsuball(bereq.url, "&&+", "&"), "(\?)&|[?&]$", "\1");
  # 3. A part of the path.
  if (bereq.url ~ "^[^?]*\.(jpg|webp|avif)(\?|$)") {
    set bereq.url = regsub(bereq.url, "^([^?]*)\.(jpg|webp|avif)\?(.+)$", "\1/_/\3.\2");
  } else {
    if (bereq.url !~ "\?") { set bereq.url = bereq.url + "?index"; }
    set bereq.url = regsub(bereq.url, "\?(.*)$", "/_/\1.json");
    if (bereq.http.Accept-Encoding ~ "\bbr\b") {
      set bereq.url = bereq.url + ".br";
    } elsif (bereq.http.Accept-Encoding ~ "\bgzip\b") {
      set bereq.url = bereq.url + ".gz";
    }
  }
  set bereq.url = "@PREFIX@" + bereq.url;
}

sub vcl_backend_response {
  if (bereq.backend == origin) { return (deliver); }
  if (beresp.status != 200) {
    set beresp.ttl = 1s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  # The fields of the response, as far as the target does not know them: a folder knows names, and a bucket the rest.
  unset beresp.http.ETag;
  if (bereq.url ~ "\.json(\.br|\.gz)?$") {
    set beresp.http.Content-Type = "application/json";
    set beresp.http.Cache-Control = "public, max-age=30";
    set beresp.http.Vary = "Accept-Encoding";
  }
  if (bereq.url ~ "\.br$") { set beresp.http.Content-Encoding = "br"; }
  if (bereq.url ~ "\.gz$") { set beresp.http.Content-Encoding = "gzip"; }
  if (beresp.http.x-amz-meta-etag) {
    set beresp.http.ETag = beresp.http.x-amz-meta-etag;
    if (beresp.http.x-amz-meta-xkey) { set beresp.http.xkey = beresp.http.x-amz-meta-xkey; }
    set beresp.http.X-Tanada-Revision = beresp.http.x-amz-meta-x-tanada-revision;
  }
  # Soon the origin may be back.
  set beresp.ttl = 5s;
  set beresp.grace = 0s;
}
