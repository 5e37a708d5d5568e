import type { SpamSign } from '#contract/contact.ts'

/** Whether a message of the contact form is probably spam: a pure function of its content and how it was sent. */

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

/** The shortest time in which a person fills in the form. Milliseconds. */
const leastTime = 3_000

const link = /https?:\/\/|\bwww\./gi
/** Links in the syntax of forums and pages; people type the address alone. */
const markup = /<a\s[^>]*href|\[(?:url|link)\b/i

export type Came = {
  name: string
  message: string
  /** The hidden field is filled in. */
  trapped: boolean
  /** Milliseconds since the form was shown; null if unknown. */
  shownFor: number | null
  /** More messages from one address than a person writes in an hour. */
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

/** A weak sign alone may be a person in a hurry, or a browser without scripts, and is not spam; a strong sign alone is. */
export const isProbablySpam = (signs: readonly SpamSign[]): boolean =>
  signs.reduce((sum, sign) => sum + weights[sign], 0) >= enough
