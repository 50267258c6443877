vcl 4.1;

# The edge of compose.yaml: site.vcl with the two servers and the network of that file. The token is that of its secrets.

import directors;
import std;
import var;

probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 500ms;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

# Addresses and no names: Varnish asks for a name once, when it starts, and does not start without an answer.
backend origin1 { .host = "172.31.250.11"; .port = "8080"; .probe = ready; }
backend origin2 { .host = "172.31.250.12"; .port = "8080"; .probe = ready; }

backend tanada_fallback none;

acl tanada_purgers {
  "172.31.250.11";
  "172.31.250.12";
}

sub vcl_init {
  var.global_set("tanada_token", regsub(std.fileread("/run/secrets/purge_token"), "\s+$", ""));
  new tanada_origins = directors.round_robin();
  tanada_origins.add_backend(origin1);
  tanada_origins.add_backend(origin2);
}

sub tanada_another_origin {
  if (bereq.retries == 1 || bereq.retries == 3) {
    set bereq.backend = origin1;
  } else if (bereq.retries == 2) {
    set bereq.backend = origin2;
  }
}

sub tanada_fallback_request {
}

include "tanada.vcl";
