"""What the benchmarks compare ours with: packages from npm at the versions that `package.json` pins, and a node
for each, below the git-ignored `.bench/`.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from machine import ROOT, first_line, say

HERE = Path(__file__).resolve().parent
INSTALLED = ROOT / ".bench"


class Trouble(Exception):
    """Why the benchmark cannot go on, in words for the user."""


class Packages:
    """The contestants from npm, at the versions that `package.json` pins, below `.bench/`."""

    def __init__(self, wanted):
        self.pinned = json.loads((HERE / "package.json").read_text())["dependencies"]
        self.modules = INSTALLED / "node_modules"
        if wanted:
            self.install(wanted)

    def install(self, wanted):
        pins = (HERE / "package.json").read_bytes()
        want = hashlib.sha256(pins + platform.machine().encode()).hexdigest()
        # Written last, so that an install that was interrupted is begun anew.
        stamp = INSTALLED / "stamp"
        if stamp.is_file() and stamp.read_text() == want:
            return
        if not shutil.which("npm"):
            raise Trouble("`npm` is not on the PATH, and the contestants from npm are not installed\n\n"
                          "hint: install Node with npm, or leave them out: "
                          f"`{leaving_out(wanted)}`")
        say(f"installing the pinned packages below {INSTALLED}")
        shutil.rmtree(INSTALLED, ignore_errors=True)
        INSTALLED.mkdir()
        (INSTALLED / "package.json").write_bytes(pins)
        npm = ["npm", "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund",
               "--loglevel=error"]
        if subprocess.run(npm, cwd=INSTALLED, stdout=sys.stderr).returncode != 0:
            raise Trouble("npm could not install the pinned packages\n\n"
                          "hint: npm said above why; a network and a registry are needed once. Without the others: "
                          f"`{leaving_out(wanted)}`")
        stamp.write_text(want)

    def node(self, major, name):
        """A node of this major version: the pinned one, or that on the PATH."""
        machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
        pinned = self.modules / f"node-{major}-linux-{machine}" / "bin" / "node"
        if is_program(pinned):
            return str(pinned)
        found = shutil.which("node")
        if found and int(first_line([found, "--version"]).lstrip("v").split(".")[0]) >= major:
            return found
        raise Trouble(f"{name} needs Node {major} or newer: npm has none for {machine}, and the PATH has none")

    def official(self):
        script = self.modules / "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
        if not script.is_file():
            raise Trouble(f"the package @modelcontextprotocol/inspector is not where it should be: `{script}`\n\n"
                          f"hint: remove `{INSTALLED}` and start again, or `--without official`")
        return [self.node(22, "the official Inspector"), str(script)]

    def mcporter(self):
        return [self.node(24, "mcporter"), str(self.modules / "mcporter/dist/cli.js"), "list"]


def leaving_out(names):
    return " ".join(f"--without {name}" for name in sorted(names))


def is_program(path):
    return path.is_file() and os.access(path, os.X_OK)
