import { z } from 'zod'

/** What stands in the place of a code, or of the part of a link that opens something. */
const struck = '••••••••'

const texts = z.record(z.string(), z.string())

/** The code or token that a row carries until it is delivered. */
export const secretsIn = (secret: unknown): string[] => Object.values(texts.safeParse(secret).data ?? {})

export const struckOut = (text: string, secrets: readonly string[]): string =>
  secrets.filter((one) => one !== '').reduce((left, one) => left.replaceAll(one, struck), text)

/** A row as it is written for others to read: also when its secret is gone by now. */
export const withoutSecret = <Row extends { secret: unknown }>(row: Row): Row => ({
  ...row,
  secret: { code: struck, token: struck },
})
