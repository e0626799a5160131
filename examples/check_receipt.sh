#!/bin/sh
# Checks a receipt of the AI log all the way, from the bytes that were uploaded to the signed root: body, header, entry,
# leaf, every node above it, root, signature. With openssl and sha256sum, in any POSIX shell; no code of the exchange.
#
#     sh check_receipt.sh RECEIPT POLICY [BODY]
#
# RECEIPT is what `outcry ailog proof` or GET /capi/v2/ai/proof gave, POLICY the file that says whom to believe
# (/ailog/policy, kept from elsewhere), BODY the file that was uploaded. Witnesses are not looked at.
# Exit code 0: it holds. 2: it is broken, or asked wrongly.
set -eu
LC_ALL=C
export LC_ALL

broken() {
  echo "BROKEN: $1"
  exit 2
}
[ $# -ge 2 ] || broken "asked with $# files; needs RECEIPT POLICY [BODY]"
for file in "$@"; do [ -r "$file" ] || broken "$file can't be read"; done

work=${TMPDIR:-/tmp}/receipt.$$
(umask 077 && mkdir "$work")
trap 'rm -rf "$work"' EXIT

base64_of() { openssl base64 -A; }
bytes_of() { printf %s "$1" | openssl base64 -d -A; }
sha256_of() { openssl dgst -sha256 -binary; }

# The receipt: what opens the leaf, its index, the hashes on the way up, an empty line, the checkpoint.
[ "$(sed -n 1p "$1")" = 'c2sp.org/tlog-proof@v1' ] || broken "$1 is no receipt: its first line says so"
sed '/^$/,$d' "$1" >"$work/proof"
sed '1,/^$/d' "$1" >"$work/note"
extra=$(sed -n '2s/^extra //p' "$work/proof" | openssl base64 -d -A)
index=$(sed -n '3s/^index //p' "$work/proof")
sed '1,3d' "$work/proof" >"$work/path"
# What is signed: origin, size and root, each with its newline.
sed '/^$/,$d' "$work/note" >"$work/signed"
origin=$(sed -n 1p "$work/signed")
size=$(sed -n 2p "$work/signed")
for number in "$index" "$size"; do
  case $number in '' | *[!0-9]*) broken "'$number' is no number" ;; esac
done
[ "$index" -lt "$size" ] || broken "leaf $index is in no log of $size leaves"

# Entry and header are texts within JSON: \" and \\ are the only escapes they have there.
text='s/\\\(["\\]\)/\1/g'
entry=$(printf %s "$extra" | sed "s/^{\"entry\":\"//; s/\",\"header\":\".*//; s/\"}\$//; $text")
header=$(printf %s "$extra" | sed -n "s/\",\"keys\":{.*//; s/^.*\",\"header\":\"//p" | sed "$text")
key() { printf %s "$extra" | sed -n "s/^.*\",\"keys\":{\(.*\)}}\$/\1/p" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# A commitment is the SHA-256 of a key and what it commits to.
if [ -n "$header" ]; then
  h=$(printf %s "$entry" | sed -n 's/^{"h":"\([^"]*\)".*/\1/p')
  opened=$({ bytes_of "$(key header)" && printf %s "$header"; } | sha256_of | base64_of)
  [ "$opened" = "$h" ] || broken "the entry commits to another header"
  printf 'ok header     %s\n' "$header"
fi
if [ -n "${3-}" ]; then
  committed=$(printf %s "$header" | sed -n 's/^{"body":"\([^"]*\)".*/\1/p')
  opened=$({ bytes_of "$(key body)" && cat "$3"; } | sha256_of | base64_of)
  [ "$opened" = "$committed" ] || broken "the header commits to another body than $3"
  echo "ok body       $3"
fi

# The leaf: SHA-256 of a zero byte and the entry. The upload was answered with it as AI-LOG-LEAF.
leaf=$({ printf '\000' && printf %s "$entry"; } | sha256sum)
echo "leaf $index      ${leaf%% *}"
{ printf '\000' && printf %s "$entry"; } | sha256_of >"$work/node"

# Up to the root (RFC 9162, 2.1.3.2): a node is SHA-256 of a one byte, what is left of it, what is right of it.
at=$index
last=$((size - 1))
while read -r hash; do
  [ "$last" -gt 0 ] || broken "there are more hashes than nodes above leaf $index"
  bytes_of "$hash" >"$work/beside"
  if [ $((at % 2)) -eq 1 ] || [ "$at" -eq "$last" ]; then
    { printf '\001' && cat "$work/beside" "$work/node"; } | sha256_of >"$work/above"
    while [ $((at % 2)) -eq 0 ] && [ "$at" -gt 0 ]; do
      at=$((at / 2))
      last=$((last / 2))
    done
  else
    { printf '\001' && cat "$work/node" "$work/beside"; } | sha256_of >"$work/above"
  fi
  mv "$work/above" "$work/node"
  at=$((at / 2))
  last=$((last / 2))
done <"$work/path"
[ "$last" -eq 0 ] || broken "hashes are missing on the way to the root"
root=$(base64_of <"$work/node")
[ "$root" = "$(sed -n 3p "$work/signed")" ] || broken "leaf $index leads to root $root, and another one was signed"
echo "ok root       $root of $size leaves"

# The signature of the log's key: Ed25519 over the three lines. A line is the key's id, 4 bytes, and the signature.
for vkey in $(sed -n 's/^log \([^ ]*\).*/\1/p' "$2"); do
  name=${vkey%%+*}
  rest=${vkey#*+}
  [ "$name" = "$origin" ] || continue
  # An Ed25519 key in DER is these 12 bytes and the 32 of the key.
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && bytes_of "${rest#*+}" | tail -c 32; } >"$work/key"
  for line in $(sed -n 's/^— [^ ]* //p' "$work/note"); do
    bytes_of "$line" >"$work/line"
    [ "$(od -An -tx1 -N4 "$work/line" | tr -d ' \n')" = "${rest%%+*}" ] || continue
    tail -c +5 "$work/line" >"$work/signature"
    if openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$work/key" -in "$work/signed" \
      -sigfile "$work/signature" >"$work/said" 2>&1; then
      echo "ok signature  $origin"
      exit 0
    fi
  done
done
broken "no key of $2 signed the checkpoint of $origin"
