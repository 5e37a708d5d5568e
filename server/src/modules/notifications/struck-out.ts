import { z } from 'zod'

/** Replaces a code, or the secret part of a link. */
const struck = '••••••••'

const texts = z.record(z.string(), z.string())

/** The code or token that a row carries until it is delivered. */
export const secretsIn = (secret: unknown): string[] => Object.values(texts.safeParse(secret).data ?? {})

export const struckOut = (text: string, secrets: readonly string[]): string =>
  secrets.filter((one) => one !== '').reduce((left, one) => left.replaceAll(one, struck), text)

/** A row with its secret masked, also if the secret has been deleted. */
export const withoutSecret = <Row extends { secret: unknown }>(row: Row): Row => ({
  ...row,
  secret: { code: struck, token: struck },
})
