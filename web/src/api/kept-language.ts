import { type KeptLanguage, languageCookie, readKeptLanguage } from '#contract/language.ts'

/** The language of this browser's pages, in a cookie: the server chooses the document by it. */
export const keptLanguage = (): KeptLanguage | null => readKeptLanguage(document.cookie)

export function keepLanguage(kept: KeptLanguage): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in browsers of our target and on plain http.
  document.cookie = languageCookie(kept)
}
