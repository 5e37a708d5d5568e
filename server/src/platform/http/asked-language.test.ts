import { expect, test } from 'vitest'
import { askedLanguage, languageOf } from './asked-language.ts'

test.each([
  ['fr-CI,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['de,fr;q=0.4,en;q=0.7', 'en'],
  ['FR', 'fr'],
  ['en;q=0, fr;q=0.1', 'fr'],
  ['ak-GH, en;q=0.5', 'tw'],
  ['de-CH, *', null],
  ['', null],
  [undefined, null],
  [';;q=x,,,', null],
])('the Accept-Language header %s gives the language %s', (header, language) => {
  expect(askedLanguage(header)).toBe(language)
})

test.each([
  ['language=tw', 'tw'],
  ['a=b; language=tw.account; c=d', 'tw'],
  ['language=xx', 'fr'],
  ['mylanguage=tw', 'fr'],
  [undefined, 'fr'],
])('with the cookies %s, a browser that asks for French gets the language %s', (cookie, language) => {
  expect(languageOf({ headers: { cookie, 'accept-language': 'fr' } })).toBe(language)
})
