import { translatorBy } from '#contract/translate-sentence.ts'
import { sentences } from './sentences.ts'

/** A sentence of the server in the language of its reader. */
export const translate = translatorBy(sentences)
