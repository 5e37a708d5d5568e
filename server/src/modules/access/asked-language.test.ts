import { expect, test } from 'vitest'
import { askedLanguage } from './asked-language.ts'

test.each([
  ['fr-CI,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['de,fr;q=0.4,en;q=0.7', 'en'],
  ['FR', 'fr'],
  ['en;q=0, fr;q=0.1', 'fr'],
  ['de-CH, *', null],
  ['', null],
  [undefined, null],
  [';;q=x,,,', null],
])('the Accept-Language header %s gives the language %s', (header, language) => {
  expect(askedLanguage(header)).toBe(language)
})
