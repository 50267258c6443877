vcl 4.1;

import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "ORIGIN";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    set req.http.X-Count = xkey.purge(req.http.X-Keys);
    return (synth(200, req.http.X-Count));
  }
  return (hash);
}

sub vcl_backend_response {
  // Long enough that nothing but a purge removes it.
  set beresp.ttl = 1h;
  set beresp.grace = 0s;
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
