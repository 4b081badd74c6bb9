"""pictures.py HEDDLE: makes the pictures of README and guide anew (docs/images), by opening the tool's own pages.

Run in the root of the repository. Look at the result before it is committed.
"""
import os
import subprocess
import sys
import tempfile

from browser import Browser

PICTURES = {  # name: program, size
    "report": ("examples/counter_race.c", (1120, 620)),
    "tutorial_race": ("docs/guide/tutorial/queue_1.cpp", (1120, 620)),
    "tutorial_deadlock": ("docs/guide/tutorial/queue_2.cpp", (1120, 700)),
}

heddle = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    for name, (program, size) in PICTURES.items():
        page = os.path.join(folder, name + ".html")
        subprocess.run([heddle, "check", "--html", page, "--save", os.path.join(folder, name + ".heddle"), program], stdout=subprocess.DEVNULL)
        with Browser(*size) as browser:
            browser.open(page).screenshot("docs/images/" + name + ".png")
