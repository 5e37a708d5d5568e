import type { SpamSign } from '#contract/contact.ts'

/** Whether a message of the contact form is probably spam. Pure: what it holds and how it came is given. */

const weights: Readonly<Record<SpamSign, number>> = {
  trap: 3,
  quick: 2,
  unshown: 1,
  links: 2,
  many_links: 3,
  markup: 3,
  link_in_name: 3,
  many: 3,
}
const enough = 3

/** Nobody reads a form and writes to a laboratory in less. Milliseconds. */
const leastTime = 3_000

const link = /https?:\/\/|\bwww\./gi
/** As forums and pages write a link; people write the address alone. */
const markup = /<a\s[^>]*href|\[(?:url|link)\b/i

export type Came = {
  name: string
  message: string
  /** The field that people do not see holds something. */
  trapped: boolean
  /** Since the form was shown, milliseconds; null where that is not known. */
  shownFor: number | null
  /** More from one address than somebody has to say in an hour. */
  isMany: boolean
}

export function spamSigns({ name, message, trapped, shownFor, isMany }: Came): SpamSign[] {
  const links = message.match(link)?.length ?? 0
  const found: Readonly<Record<SpamSign, boolean>> = {
    trap: trapped,
    quick: shownFor !== null && shownFor < leastTime,
    unshown: shownFor === null,
    links: links >= 2 && links < 4,
    many_links: links >= 4,
    markup: markup.test(message),
    link_in_name: name.search(link) >= 0,
    many: isMany,
  }
  return (Object.keys(found) as SpamSign[]).filter((sign) => found[sign])
}

/** One sign alone may be a hurried person, or one without scripts: such a message goes its usual way. */
export const isProbablySpam = (signs: readonly SpamSign[]): boolean =>
  signs.reduce((sum, sign) => sum + weights[sign], 0) >= enough
