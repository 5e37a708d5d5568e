import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Config } from '#server/config.ts'

/** `public`: of the public address, as browsers get it; `analysers`: of the port that analysers connect to. */
export type Certificate = { name: 'public' | 'analysers'; validUntil: Date }

const patienceMs = 5_000
const readEveryMs = 3_600_000

/** The certificates of the settings that can be read. One that has expired or that nobody trusts is read as well. */
async function readCertificates(config: Config): Promise<Certificate[]> {
  const [ofPublic, ofAnalysers] = await Promise.all([
    readPublic(config.publicUrl).catch(() => null),
    config.instrumentsTls && readFile(config.instrumentsTls.cert).then(validUntil, () => null),
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

/** The certificates as they were read last. They are read once an hour, in the background of whoever asks. */
export type Certificates = { latest(): readonly Certificate[]; read(): Promise<readonly Certificate[]> }

export function createCertificates(config: Config): Certificates {
  let certificates: readonly Certificate[] = []
  let readAt: number | null = null
  const isOld = () => readAt === null || performance.now() - readAt > readEveryMs
  const read = async () => {
    if (isOld()) {
      readAt = performance.now()
      certificates = await readCertificates(config)
    }
    return certificates
  }
  return {
    read,
    latest() {
      void read()
      return certificates
    },
  }
}
