#!/bin/sh
# Make a virtual environment in the folder named by the first argument with what running needs; called once more with `test`, the
# project itself and its checks come on top of that.
set -eu
venv=$1
what=${2:-run}

if [ "$what" = test ]; then
    echo "Adding the checks to $venv (once) ..." >&2
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$venv/bin/python" -m ensurepip >/dev/null
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[test]'
    exit 0
fi

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

# What running needs, as pyproject.toml has it. All of it comes ready-made, so nothing is built here, not even the project.
needed() {
    "$python" -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]))'
}

quick="--quiet --disable-pip-version-check --no-compile --prefer-binary"
echo "Setting up $venv (once) ..." >&2
rm -rf "$venv"
# A pip that is there already can fill an environment without one of its own, which takes half as long to make.
if "$python" -c 'import pip' 2>/dev/null && "$python" -m venv --without-pip "$venv" >/dev/null 2>&1; then
    needed | "$python" -m pip --python "$venv/bin/python" install $quick -r /dev/stdin && exit 0
    rm -rf "$venv"
fi
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
needed | "$venv/bin/python" -m pip install $quick -r /dev/stdin
