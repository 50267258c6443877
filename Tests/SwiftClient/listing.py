"""Writes a code block of a page to a file: listing.py PAGE NAME FILE, the block whose first line is the comment `// NAME`."""

import re
import sys

page, name, file = sys.argv[1:]
blocks = re.findall(r"^```swift\n(.*?)^```", open(page).read(), re.M | re.S)
found = [block for block in blocks if block.startswith(f"// {name}\n")]
if len(found) != 1:
    sys.exit(f"error: {page} has {len(found)} listings of {name}, expected 1")
open(file, "w").write(found[0].split("\n", 1)[1])
