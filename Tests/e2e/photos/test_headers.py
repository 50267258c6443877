"""What CVips declares of libvips and GLib is what their headers have."""

import subprocess

import pytest
from harness import ROOT, need

LIBRARY = ROOT / "Sources/CVips/library.h"
COMPARISON = """
#define TANADA_VIPS_HEADERS
#define TANADA_VIPS_LOADS
#define G_DISABLE_CAST_CHECKS
#include <vips/vips.h>
#undef g_object_ref
#undef g_free
#undef g_strfreev
#include "library.h"
#define FUNCTION(type, name, parameters) \\
  _Static_assert(__builtin_types_compatible_p(__typeof__(&name), type(*) parameters), #name);
TANADA_VIPS_FUNCTIONS(FUNCTION)
"""


def compare(folder):
    """The error output of a compiler that compares library.h in a folder with the headers."""
    need("clang")
    options = subprocess.run(["pkg-config", "--cflags", "vips"], capture_output=True, text=True)
    if options.returncode:
        pytest.skip("libvips-dev is not available here")
    done = subprocess.run(
        ["clang", "-fsyntax-only", "-x", "c", f"-I{folder}", *options.stdout.split(), "-"], input=COMPARISON,
        capture_output=True, text=True)
    return done.stderr


def test_declarations_are_those_of_the_headers():
    assert compare(LIBRARY.parent) == ""


@pytest.mark.parametrize("right,wrong", [("VIPS_ACCESS_SEQUENTIAL, 1", "VIPS_ACCESS_SEQUENTIAL, 2"),
                                         ("vips_cache_set_max, (int max)", "vips_cache_set_max, (long max)")])
def test_a_difference_is_found(folder, right, wrong):
    (folder / "library.h").write_text(LIBRARY.read_text().replace(right, wrong))
    assert right.split(",")[0] in compare(folder)
