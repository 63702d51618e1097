# Finds processes that the tests started and did not end. Sourced by `check`.
#
# A process counts when it carries the mark of this run in its environment, or
# when it runs a server of the tests (testkit, or below `.servers/`) and was not
# there before. Linux answers through /proc; elsewhere `ps` has to do.

leftovers_mark="$$-$(date +%s)"
leftovers_target=
leftovers_known=

# One line per process that runs a server of the tests or carries the mark: pid, then command line.
leftovers_scan() {
    local directory pid line program
    if [ ! -r /proc/self/cmdline ]; then
        ps -axo pid=,command= | grep -F -e testkit-server -e testkit-echo -e "$MCPI_SERVERS/" | grep -v -w grep || true
        return 0
    fi
    for directory in /proc/[0-9]*; do
        pid=${directory#/proc/}
        # A process may end while we look; a zombie has no command line.
        line=$(tr '\0' ' ' 2>/dev/null <"$directory/cmdline") || continue
        [ -n "$line" ] || continue
        if grep -zqxF "MCPI_CHECK_RUN=$leftovers_mark" "$directory/environ" 2>/dev/null; then
            printf '%s %s\n' "$pid" "$line"
            continue
        fi
        program=$(readlink "$directory/exe" 2>/dev/null) || program=
        case "$program $line" in
        *"$MCPI_SERVERS/"*) printf '%s %s\n' "$pid" "$line" ;;
        # Another checkout may be testing at the same time: ours has our target directory.
        *"$leftovers_target/"*testkit-server* | *"$leftovers_target/"*testkit-echo*) printf '%s %s\n' "$pid" "$line" ;;
        esac
    done 2>/dev/null
}

# Remembers what runs before the tests do.
leftovers_before() {
    leftovers_target=$(cargo metadata --locked --format-version 1 --no-deps |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
    leftovers_known=" $(leftovers_scan | awk '{ printf "%s ", $1 }')"
}

# Prints what is left; false if something is.
leftovers_list() {
    local pid line left=0
    while read -r pid line; do
        case "$leftovers_known" in
        *" $pid "*) ;;
        *)
            printf 'left behind: %s %s\n' "$pid" "$line" >&2
            left=1
            ;;
        esac
    done < <(leftovers_scan)
    return "$left"
}

# A process that is being killed gets two seconds to be gone.
leftovers_none() {
    local try
    for try in 1 2 3 4 5 6 7 8 9 10; do
        if leftovers_list 2>/dev/null; then
            return 0
        fi
        sleep 0.2
    done
    leftovers_list
}
