#!/bin/sh
# certificates.sh FOLDER NAME=ADDRESS...: a certificate authority, and a certificate and key for each machine, valid for ten years.
# Keep ca.key away from the machines. If the folder has an authority, only missing certificates are made.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
if [ -e ca.crt ] && [ ! -e ca.key ]; then
  echo "$folder/ca.key is missing. Another authority would make the certificates of the other machines invalid." >&2
  exit 1
fi
if [ ! -e ca.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=phial cluster' \
    -keyout ca.key -out ca.crt 2>/dev/null
fi
for machine in "$@"; do
  name=${machine%%=*}
  address=${machine#*=}
  [ ! -e "$name.crt" ] || continue
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" -keyout "$name.key" -out "$name.csr" 2>/dev/null
  # Members of etcd also use their certificate as clients of one another.
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$name" "$address" |
    openssl x509 -req -days 3650 -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -extfile /dev/stdin -out "$name.crt" 2>/dev/null
  rm "$name.csr"
done
