# Shared by the scripts next to it: what has to be installed, and how a preset is built. To be
# sourced; needs nothing but a POSIX shell and, where something is missing, apt.

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

say() { printf '%s\n' "== $*"; }

die() {
  printf '%s\n' "$@" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "Installing packages needs root or sudo; as root, run script/setup" \
      "安装软件包需要 root 权限或 sudo；请以 root 运行 script/setup"
  fi
}

# quietly COMMAND...: what it prints is shown only when it fails.
quietly() {
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    printf '%s\n' "failed: $*" "失败：$*" >&2
    return 1
  fi
  rm -f "$log"
}

# missing_packages NAME...: those that are not installed.
missing_packages() {
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^ii *//p')
  for package in "$@"; do
    printf '%s\n' "$installed" | grep -qxF -e "$package" || echo "$package"
  done
}

# install_debian KIND...: the packages of those kinds in packages.txt. An own node with npm is kept;
# Debian's comes only where there is none, and does no more than fetch the pinned one.
install_debian() {
  command -v dpkg-query >/dev/null ||
    die "junqi is built on Debian 12; here are the packages it needs: script/packages.txt" \
      "junqi 在 Debian 12 上构建；所需软件包见 script/packages.txt"
  wanted=
  for kind in "$@"; do
    wanted="$wanted $(sed -n "s/^$kind //p" script/packages.txt)"
  done
  command -v node >/dev/null && command -v npm >/dev/null || wanted="$wanted nodejs npm"
  # shellcheck disable=SC2086 # a list of words
  missing=$(missing_packages $wanted)
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  say "installing Debian packages (some minutes the first time):" $missing
  as_root true # asks for a password, or says what is wrong, where it can be seen
  quietly as_root apt-get -q -o DPkg::Lock::Timeout=300 update ||
    say "going on with the package lists that are there"
  # shellcheck disable=SC2086
  quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install $missing
}

# install_web: web/node_modules as package-lock.json says, when it is not that already.
install_web() {
  stamp=web/node_modules/.junqi-lock
  lock=$(cksum <web/package-lock.json)
  [ "$(cat $stamp 2>/dev/null)" != "$lock" ] || return 0
  say "installing npm packages in web/node_modules"
  quietly npm --prefix web ci --no-audit --no-fund --loglevel=error
  web/node_modules/.bin/node --version >/dev/null ||
    die "the Node.js pinned in web/package.json does not run" "web/package.json 中固定的 Node.js 无法运行"
  # Under Debian's Node.js npm leaves out optional packages that ask for a newer one, and Vite's
  # native part is among them. The pinned one adds what is missing.
  if [ "$(node --version)" != "$(web/node_modules/.bin/node --version)" ]; then
    quietly env PATH="$root/web/node_modules/.bin:$PATH" \
      npm --prefix web install --no-save --no-audit --no-fund --loglevel=error
  fi
  printf '%s\n' "$lock" >$stamp
}

# build PRESET [TARGET...]: configures once, then builds what changed.
build() {
  preset=$1
  shift
  [ -e "build/$preset/build.ninja" ] || cmake --preset "$preset"
  if [ $# -gt 0 ]; then
    cmake --build --preset "$preset" --target "$@"
  else
    cmake --build --preset "$preset"
  fi
}

# npm scripts of web/ run on the pinned node: npm puts node_modules/.bin first in PATH.
web() { (cd web && npm run --silent "$@" </dev/null); }
