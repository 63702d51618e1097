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
