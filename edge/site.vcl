vcl 4.1;

# An edge of tanada at one site: its servers, and who may purge. Change this file, and leave tanada.vcl as it is.
#   varnishd -a :6081 -f /etc/varnish/site.vcl -p vcl_path=/etc/varnish -s malloc,1g \
#     -p http_gzip_support=off -p workspace_backend=256k
# By default, Varnish drops Brotli and weakens tags, and has no memory for the answers of four servers to one request.

import directors;
import var;

probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 500ms;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend origin1 { .host = "10.0.0.1"; .port = "8080"; .probe = ready; }
backend origin2 { .host = "10.0.0.2"; .port = "8080"; .probe = ready; }
backend origin3 { .host = "10.0.0.3"; .port = "8080"; .probe = ready; }

# What `tanada export-static` writes, for when no server answers. A backend of a bucket or a web server in place of `none`
# turns it on.
backend tanada_fallback none;

# The servers, which send purges.
acl tanada_purgers {
  "10.0.0.0"/24;
}

sub vcl_init {
  # The `purge_token` of the servers. Without one, nobody purges.
  var.global_set("tanada_token", "");
  new tanada_origins = directors.round_robin();
  tanada_origins.add_backend(origin1);
  tanada_origins.add_backend(origin2);
  tanada_origins.add_backend(origin3);
}

# Who is asked when another server was behind or did not answer: each of them, one after the other.
sub tanada_another_origin {
  if (bereq.retries == 1) {
    set bereq.backend = origin1;
  } else if (bereq.retries == 2) {
    set bereq.backend = origin2;
  } else if (bereq.retries == 3) {
    set bereq.backend = origin3;
  }
}

# What a request to the fallback needs beside the name of a file: the name of the host, and what is before names.
sub tanada_fallback_request {
  set bereq.http.Host = "feeds.s3.eu-central-1.amazonaws.com";
  set bereq.url = "/export" + bereq.url;
}

include "tanada.vcl";
