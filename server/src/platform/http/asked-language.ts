import type { FastifyRequest } from 'fastify'
import { readKeptLanguage } from '#contract/language.ts'
import { type Language, languages } from '#contract/options.ts'

/** Other codes of a language that we have: Twi is a language of the group Akan. */
const alsoCalled: Readonly<Record<string, Language>> = { ak: 'tw' }

/**
 * The language that a browser asks for first among those that the product has (RFC 9110, 12.5.4): "fr-CI,fr;q=0.9" is French.
 * Null when it asks for none of them.
 */
export function askedLanguage(header: string | undefined): Language | null {
  const asked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1')
      return { language: range.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 }
    })
  const best = asked.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  for (const { language } of best) {
    const known = languages.find((one) => one === language) ?? alsoCalled[language]
    if (known) return known
  }
  return null
}

/** The language for whoever makes a request: as this browser keeps it, else as it asks, else English. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  readKeptLanguage(headers.cookie)?.language ?? askedLanguage(headers['accept-language']) ?? 'en'
