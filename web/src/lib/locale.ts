import { type Language, languageLabels, languages, type Role } from '#contract/options.ts'
import { i18n } from './i18n.ts'

/** The language of this document. */
export const documentLanguage = (): Language => languages.find((one) => one === i18n.locale) ?? 'en'

/**
 * How the readers of a language write numbers and dates. Browsers have no data for Twi: its readers have the formats of Ghana's
 * English, with the names of their own weekdays.
 */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR', tw: 'en-GB' }

export const documentLocale = (): string => locales[documentLanguage()]

/** "1,204", in French "1 204"; a negative number has a minus sign, which is as wide as a plus sign, instead of a hyphen. */
export const sayNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value).replace('-', '−')

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Making a format costs about 50 µs, and the tables of a screen have hundreds of numbers. */
function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${documentLocale()} ${JSON.stringify(options)}`
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(documentLocale(), options)
  numberFormats.set(key, known)
  return known
}

/** "a, b and c"; as a `disjunction` "a, b or c". */
export const sayList = (
  words: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(documentLocale(), { type }).format(words)

/** The languages of the screens of a role: staff have no Twi. */
export const languagesOf = (role: Role): readonly Language[] =>
  role === 'user' ? languages : languages.filter((one) => one !== 'tw')

/** As a list to choose from, each in its own words. */
export const languageOptions = (offered: readonly Language[] = languages) =>
  offered.map((value) => ({ value, label: languageLabels[value] }))
