import type { Language } from '#contract/options.ts'
import type { Overdue, Standing } from '../queries-callbacks.ts'
import { shortTime } from './say-time.ts'

/** Of critical values only staff are told, who have no Twi. */
type Try = Overdue['tries'][number]

const words: Readonly<Record<Exclude<Language, 'tw'>, Readonly<Record<Try['outcome'], string>>>> = {
  en: { not_reached: 'not reached', left_message: 'a message left' },
  fr: { not_reached: 'personne de joint', left_message: 'message laissé' },
}

/** "Mon 9 Mar, 08:52: not reached (Hana Haematologist)": without the person called and the value. */
export const sayTry = (language: Language, timeZone: string, { at, outcome, by }: Try): string =>
  `${shortTime(language, timeZone, new Date(at))}${language === 'fr' ? '\u00a0' : ''}: ${words[language === 'tw' ? 'en' : language][outcome]} (${by})`

/** The current state of a critical value that was overdue. Distinguishes it from others of its test without naming a value. */
export function sayStanding(standing: Standing | undefined, language: Language, reader: string): string {
  const french = language === 'fr'
  if (!standing) return french ? 'La valeur a été corrigée depuis.' : 'The value was corrected since.'
  if (standing.told) return french ? 'Elle a été annoncée depuis.' : 'It has been told since.'
  const due = shortTime(language, standing.timeZone, standing.dueAt)
  const { nth, of } = standing
  const which =
    of === 1
      ? ''
      : french
        ? `Valeur ${nth} sur ${of} de cette analyse. `
        : `Value ${nth} of ${of} of this test. `
  const mine =
    standing.heldBy !== reader
      ? ''
      : french
        ? 'C’est à vous de l’annoncer. '
        : 'It is now up to you to tell it. '
  return french ? `${mine}${which}À annoncer avant ${due}` : `${mine}${which}Due by ${due}`
}
