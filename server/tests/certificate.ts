import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate for localhost and 127.0.0.1, for tests only. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUIO6GPBF67kVnFCesc6lYEjcO6hEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTE4NTYzOFoYDzIxMjYxMTAx
MTg1NjM4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARN3I9TMWPzDqH+8pfi3CdCYWUGHQQ91QbcHp5VBJJTdX4hh6utZ7Uq
LpGJGUd3EtD99PncyHRJHAt3GP+0pdFyo28wbTAdBgNVHQ4EFgQUpj1/44hpdvQc
J/OT+XMQnhqPj3YwHwYDVR0jBBgwFoAUpj1/44hpdvQcJ/OT+XMQnhqPj3YwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAOu2tXPvJmrHiNdnXs8EkYPfUnYQoW5FK+zh/VoOe7ABAiEA
liMC21b5vrEmf53uApdbOHjMucBqmUse/q1/W0KMM4k=
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgr/W3deDd9x+o6T1t
jhpQ0ReIEf2YNvqxqyDGm2Zf8OGhRANCAARN3I9TMWPzDqH+8pfi3CdCYWUGHQQ9
1QbcHp5VBJJTdX4hh6utZ7UqLpGJGUd3EtD99PncyHRJHAt3GP+0pdFy
-----END PRIVATE KEY-----
`

/** The paths of the certificate and its key, in a folder of their own. */
export function certificateFiles(): { folder: string; cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'phial-certificate-'))
  const files = { folder, cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}
