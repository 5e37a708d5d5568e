import type { Sentence } from './finding-sentences.ts'
import type { Language } from './options.ts'

const placeholder = /\{(\w+)\}/g

/** A sentence with placeholders as a regular expression that captures the text in the place of each placeholder by its name. */
const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(placeholder)
      .map((part, index) =>
        index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+?)`,
      )
      .join('')}$`,
    's',
  )

/**
 * Translates sentences by a table. A sentence that the table lacks stays as it is. Code that makes a sentence makes it in English
 * and does not know the reader: it is translated once, where it is sent or shown.
 */
export function translatorBy(sentences: readonly Sentence[]) {
  const whole = new Map(sentences.map((row) => [row[0], row]))
  // Sentences with more fixed text are tried first.
  const patterns = sentences
    .filter(([english]) => english.includes('{'))
    .sort(([one], [other]) => other.replace(placeholder, '').length - one.replace(placeholder, '').length)
    .map((row) => ({ row, pattern: patternOf(row[0]) }))
  return function translate(sentence: string, language: Language): string {
    if (language === 'en') return sentence
    const column = language === 'fr' ? 1 : 2
    const known = whole.get(sentence)
    if (known) return known[column]
    for (const { row, pattern } of patterns) {
      const values = pattern.exec(sentence)?.groups
      if (values)
        return row[column].replace(placeholder, (_, name: string) => translate(values[name] ?? '', language))
    }
    return sentence
  }
}
