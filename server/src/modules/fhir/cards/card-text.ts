import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readCardParts } from '#contract/card-parts.ts'

/** The forms of a SMART Health Card: https://spec.smarthealth.cards/#health-cards-are-encoded-as-compact-serialization-json-web-signatures-jws */

/** A longer one has no QR code that can be read at the size of a stamp. */
export const longestInQr = 1195
/** No card is longer when it is expanded. */
const mostBytes = 500_000

export const compressed = (payload: object): Uint8Array =>
  deflateRawSync(JSON.stringify(payload), { level: 9 })

/**
 * The content of a card. The number of a quantity is returned as a string, which keeps its decimals.
 * @throws if the payload is not compressed JSON, or is longer than any card when it is expanded
 */
export const expanded = (payload: Uint8Array): unknown =>
  JSON.parse(inflateRawSync(payload, { maxOutputLength: mostBytes }).toString(), (key, value, { source }) =>
    key === 'value' && typeof value === 'number' ? source : value,
  )

/** Each character as two digits, which a QR code holds in less space. */
export const numericOf = (jws: string): string =>
  `shc:/${Array.from(jws, (one) => String(one.charCodeAt(0) - 45).padStart(2, '0')).join('')}`

export const fileOf = (jws: string): string => JSON.stringify({ verifiableCredential: [jws] })

/** The signed text of a card that is given as a file, as the text of its QR codes, or by itself; null: it is none. */
export function signedTextIn(card: string): string | null {
  const parts = readCardParts(card)
  if (parts !== null) return parts.state === 'whole' ? charactersOf(parts.digits) : null
  const text = card.trim()
  return text.startsWith('{') ? inFile(text) : text
}

const charactersOf = (digits: string): string =>
  digits.replace(/\d\d/g, (pair) => String.fromCharCode(Number(pair) + 45))

function inFile(text: string): string | null {
  try {
    const jws: unknown = JSON.parse(text).verifiableCredential?.[0]
    return typeof jws === 'string' ? jws : null
  } catch {
    return null
  }
}
