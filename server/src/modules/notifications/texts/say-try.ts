import type { Language } from '#contract/options.ts'
import type { Overdue } from '../queries-callbacks.ts'
import { shortTime } from './say-time.ts'

type Try = Overdue['tries'][number]

const words: Readonly<Record<Language, Readonly<Record<Try['outcome'], string>>>> = {
  en: { not_reached: 'not reached', left_message: 'a message left' },
  fr: { not_reached: 'personne de joint', left_message: 'message laissé' },
}

/** "Mon 9 Mar, 08:52: not reached (Hana Haematologist)": neither whom nor the value. */
export const sayTry = (language: Language, timeZone: string, { at, outcome, by }: Try): string =>
  `${shortTime(language, timeZone, new Date(at))}${language === 'fr' ? '\u00a0' : ''}: ${words[language][outcome]} (${by})`
