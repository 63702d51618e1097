# Tells what is installed already from what is not. To be sourced.
#
# A stamp is a file with the fingerprint of what was installed; it is written
# last, so an install that was interrupted is begun anew.

# The fingerprint of words and files. Words that begin with `/` are files.
fingerprint() {
    python3 - "$@" <<'PYTHON'
import hashlib, sys

digest = hashlib.sha256()
for item in sys.argv[1:]:
    digest.update(item.encode() + b"\0")
    if item.startswith("/"):
        with open(item, "rb") as file:
            digest.update(file.read())
print(digest.hexdigest())
PYTHON
}

# is_installed STAMP FINGERPRINT
is_installed() {
    [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]
}

# npm_install FROM INTO: installs the locked packages of FROM, unless they are there.
npm_install() {
    local from=$1 into=$2 stamp want
    stamp="$into/npm.stamp"
    want=$(fingerprint "$(node --version)" "$from/package.json" "$from/package-lock.json")
    if is_installed "$stamp" "$want"; then
        echo "npm: the pinned packages are installed"
        return
    fi
    rm -rf "$stamp" "$into/node_modules"
    cp "$from/package.json" "$from/package-lock.json" "$into/"
    (cd "$into" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    echo "$want" >"$stamp"
}

# python_install FROM INTO: installs the pinned requirements of FROM into INTO/venv, unless they are there.
python_install() {
    local from=$1 into=$2 stamp want
    stamp="$into/python.stamp"
    # A venv cannot be moved, so its place is part of the fingerprint.
    want=$(fingerprint "$(python3 --version)" "at $into" "$from/requirements.txt" "$from/constraints.txt")
    if is_installed "$stamp" "$want"; then
        echo "python: the pinned packages are installed"
        return
    fi
    rm -rf "$stamp" "$into/venv" "$into/virtualenv"
    if ! python3 -m venv "$into/venv" 2>/dev/null; then
        # Debian ships ensurepip apart from Python; virtualenv brings its own pip.
        rm -rf "$into/venv"
        python3 -m pip install --quiet --disable-pip-version-check --target "$into/virtualenv" virtualenv
        PYTHONPATH="$into/virtualenv" python3 -m virtualenv --quiet "$into/venv"
    fi
    "$into/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --requirement "$from/requirements.txt" --constraint "$from/constraints.txt"
    echo "python: installed"
    echo "$want" >"$stamp"
}
