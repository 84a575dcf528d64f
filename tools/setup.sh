#!/bin/sh
# Make a virtual environment in the folder named by the first argument and install the project with its checks into it.
set -eu
venv=$1

for candidate in python3.11 python3.12 python3.13 python3; do
    if command -v "$candidate" >/dev/null 2>&1 && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "${python:-}" ]; then
    echo "Python 3.11 or newer is needed and was not found." >&2
    exit 1
fi

rm -rf "$venv"
if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
    # Debian ships venv as a package of its own.
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
        rm -rf "$venv"
        "$python" -m venv "$venv"
    else
        echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt-get install python3-venv" >&2
        exit 1
    fi
fi

echo "Setting up $venv (once) ..." >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[test]'
