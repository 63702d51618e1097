"""What a benchmark asks of the machine it runs on, and where the builds are."""

import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def target_directory():
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()


def load(averages):
    return " ".join(f"{average:.2f}" for average in averages)


def cpu_model():
    for text in Path("/proc/cpuinfo").read_text().splitlines():
        if text.startswith("model name"):
            return text.split(":", 1)[1].strip()
    return platform.machine()


def first_line(command):
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return (done.stdout.splitlines() or ["unknown"])[0]


def say(text):
    print(text, file=sys.stderr, flush=True)
