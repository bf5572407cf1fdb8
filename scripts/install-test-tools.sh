#!/usr/bin/env bash
# Installs the Debian packages that tests need and that a machine may lack: strace, with which the kernel says what bash runs,
# zsh and fish, by which agents run hooks for some users, less, which pages on a terminal, chromium, the browser of conversations,
# bubblewrap, which makes sandboxes, perl, curl and pip, which hosts in a sandbox are made and reached with, docker.io, whose daemon
# makes containers, busybox, of which their image is made, and the kernel's headers, in which it numbers its system calls.
set -euo pipefail

declare -A packages=([strace]=strace [zsh]=zsh [fish]=fish [less]=less [chromium]=chromium [bwrap]=bubblewrap [perl]=perl [curl]=curl
  [pip]=python3-pip [dockerd]=docker.io [busybox]=busybox-static)
missing=()
for tool in "${!packages[@]}"; do command -v "$tool" >/dev/null || missing+=("${packages[$tool]}"); done
[ -e /usr/include/asm-generic/unistd.h ] || missing+=(linux-libc-dev)
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -qq -y --no-install-recommends "${missing[@]}"
