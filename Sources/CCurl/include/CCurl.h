#ifndef TANADA_CCURL_H
#define TANADA_CCURL_H

// What tanada needs of libcurl, without its headers.

#endif
