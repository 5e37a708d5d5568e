import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { CreationOptions, NewCredential, PasskeySignature, RequestOptions } from '#contract/passkeys.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')

/** The bits of an authenticator's data: the person was present, was verified, and a new credential follows. */
const flags = { present: 1, verified: 4, credential: 64 }

type Oddly = {
  /** Another page than the laboratory's. */
  origin?: string
  /** Without finger, face or PIN. */
  unverified?: true
  /** The count that is sent, instead of the next one. */
  count?: number
  userHandle?: string
}

/** An authenticator with one passkey on P-256, as a browser at `origin` would use it. */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0
  let owner = ''

  const clientData = (type: string, challenge: string, from: string) =>
    JSON.stringify({ type, challenge, origin: from, crossOrigin: false })
  function dataFor(rpId: string, bits: number, signCount: number): Buffer {
    const counted = Buffer.alloc(5)
    counted.writeUInt8(bits, 0)
    counted.writeUInt32BE(signCount, 1)
    return Buffer.concat([sha256(rpId), counted])
  }

  return {
    id: base64url(id),
    /** Creates the passkey. */
    create({ challenge, rp, user }: CreationOptions, { origin: from = origin }: Oddly = {}): NewCredential {
      owner = user.id
      const key = new Map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ] as [number, number | Buffer][])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        dataFor(rp.id, flags.present | flags.verified | flags.credential, count),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(key),
      ])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]) as never,
      )
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', challenge, from)),
        attestationObject: base64url(Buffer.from(attestation)),
        transports: ['internal'],
      }
    },
    /** Signs a challenge. */
    sign({ challenge, rpId }: RequestOptions, oddly: Oddly = {}): PasskeySignature {
      const from = oddly.origin ?? origin
      count = oddly.count ?? count + 1
      const data = dataFor(rpId, oddly.unverified ? flags.present : flags.present | flags.verified, count)
      const client = clientData('webauthn.get', challenge, from)
      return {
        id: base64url(id),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: oddly.userHandle ?? owner,
      }
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>
