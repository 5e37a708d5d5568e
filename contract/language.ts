import { type Language, languages } from './options.ts'

/** In which language this browser wants its pages, and who said so: a visitor here, or the account that signed in last. */
export type KeptLanguage = { language: Language; by: 'visitor' | 'account' }

const name = 'language'
const year = 365 * 24 * 60 * 60

/** Reads the language out of a browser’s cookies; null if it keeps none. */
export function readKeptLanguage(cookies: string | undefined): KeptLanguage | null {
  const [, said, mark] =
    new RegExp(`(?:^|;\\s*)${name}=([a-z]{2})(\\.account)?(?:;|$)`).exec(cookies ?? '') ?? []
  const language = languages.find((one) => one === said)
  return language ? { language, by: mark ? 'account' : 'visitor' } : null
}

/** The cookie that keeps it. The page’s script reads it too, and it tells nothing of a person but this. */
export const languageCookie = ({ language, by }: KeptLanguage): string =>
  `${name}=${language}${by === 'account' ? '.account' : ''}; Path=/; Max-Age=${year}; SameSite=Lax`

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  /^(ar|fa|he|ps|ur)\b/.test(language) ? 'rtl' : 'ltr'
