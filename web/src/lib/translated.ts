import { i18n } from './i18n.ts'

/** A text of the contract in the language of the document. The server has the same text in English. */
export const translated = <Text extends string | undefined>(text: Text): Text =>
  text === undefined ? text : (i18n._(text) as Text)

/** Texts of the contract by their values, as the choices of a field. */
export const choicesIn = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: translated(label) }))
