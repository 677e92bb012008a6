# Takes Debian's packages (12, bookworm) of the proxies into a temporary folder, and installs nothing. To be sourced: then $place is the folder,
# which is removed at the end, and $place/root has the programs. Needs apt.
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/debs/partial" "$place/root"
apt-get -qq -o Dir::Cache::archives="$place/debs" install --download-only --reinstall -y --no-install-recommends \
    nginx haproxy lighttpd apache2 apache2-bin caddy >"$place/apt.log" 2>&1 || { cat "$place/apt.log" >&2; exit 3; }
for package in "$place"/debs/*.deb; do dpkg -x "$package" "$place/root"; done
export LD_LIBRARY_PATH="$place/root/usr/lib/x86_64-linux-gnu:$place/root/usr/lib/aarch64-linux-gnu"
export PYTHONPATH="$PWD/Scripts/proxies"
