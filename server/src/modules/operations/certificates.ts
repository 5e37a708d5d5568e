import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Config } from '#server/config.ts'
import { hours } from '#server/platform/clock.ts'

/** `public`: of the public address, as browsers get it; `analysers`: of the port that analysers connect to. */
export type Certificate = { name: 'public' | 'analysers'; validUntil: Date }

const patienceMs = 5_000
const readEveryMs = hours(1)

/**
 * The certificates of the settings, also those that have expired or that nobody trusts. One that cannot be read now is as it was in
 * `known`.
 */
export async function readCertificates(
  config: Config,
  known: readonly Certificate[] = [],
): Promise<readonly Certificate[]> {
  const asKnown = (name: Certificate['name']) => () =>
    known.find((one) => one.name === name)?.validUntil ?? null
  const [ofPublic, ofAnalysers] = await Promise.all([
    readPublic(config.publicUrl).catch(asKnown('public')),
    config.instrumentsTls &&
      readFile(config.instrumentsTls.cert).then(validUntil).catch(asKnown('analysers')),
  ])
  return [
    ...(ofPublic ? [{ name: 'public', validUntil: ofPublic } as const] : []),
    ...(ofAnalysers ? [{ name: 'analysers', validUntil: ofAnalysers } as const] : []),
  ]
}

const validUntil = (pem: Buffer) => new X509Certificate(pem).validToDate

async function readPublic(publicUrl: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('The public address does not answer')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(socket.getPeerX509Certificate()?.validToDate ?? null)
      socket.end()
    })
  })
}

/** Certificates are read when somebody asks for them, once an hour at most. `latest` does not wait for the reading. */
export type Certificates = { latest(): readonly Certificate[]; read(): Promise<readonly Certificate[]> }

export function createCertificates(config: Config): Certificates {
  let latest: readonly Certificate[] = []
  let reading = Promise.resolve(latest)
  let readAt = Number.NEGATIVE_INFINITY
  const read = () => {
    if (performance.now() - readAt > readEveryMs) {
      readAt = performance.now()
      reading = readCertificates(config, latest).then((certificates) => {
        latest = certificates
        return latest
      })
    }
    return reading
  }
  return {
    read,
    latest() {
      void read()
      return latest
    },
  }
}
