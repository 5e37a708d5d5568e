import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'
import { translate } from './translate.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
/** Words that stand in other sentences: no literal of the source is one of them alone. */
const isWord = (english: string) => /^[a-z -]+$/.test(english) || english === 'Password'

test('every sentence is one that the server says', () => {
  const said = new Set<string>()
  for (const file of globSync(['server/src/**/*.ts', 'contract/*.ts'], { cwd: root })) {
    if (/\.test\.ts$|platform\/sentences/.test(file)) continue
    // A string inside a template is read by itself, too.
    const text = readFileSync(root + file, 'utf8')
    const literals = [...text.matchAll(/`((?:[^`\\]|\\.)+)`/g), ...text.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)]
    for (const [, literal = ''] of literals) said.add(literal.replace(/\$\{[^}]*\}+/g, '{}'))
  }
  const unsaid = sentences
    .map(([english]) => english)
    .filter((english) => !isWord(english) && !said.has(english.replace(/\{\w+\}/g, '{}')))
  expect(unsaid).toEqual([])
})

test('every sentence has the same placeholders in each language, and none is there twice', () => {
  for (const [english, ...others] of sentences)
    for (const other of others) expect(namesIn(other), english).toEqual(namesIn(english))
  expect(new Set(sentences.map(([english]) => english)).size).toBe(sentences.length)
})

test.each([
  ['Use at least 8 characters', 'fr', 'Utilisez au moins 8 caractères'],
  ['Full name is required', 'fr', 'Nom complet : obligatoire'],
  ['This appointment was not found', 'tw', 'Yɛanhu saa berɛ yi'],
  [
    'This appointment is no-show and can no longer be changed.',
    'fr',
    'Ce rendez-vous ne peut plus être modifié (état : absent).',
  ],
  [
    'Your ticket is A-004. 3 people are before you.',
    'fr',
    'Votre ticket est le A-004. 3 personnes sont avant vous.',
  ],
  ['Hana is updated.', 'fr', 'Hana is updated.'],
  ['Use at least 8 characters', 'en', 'Use at least 8 characters'],
] as const)('“%s” in %s is “%s”', (sentence, language, said) => {
  expect(translate(sentence, language)).toBe(said)
})
