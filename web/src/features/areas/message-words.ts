import { type ContactState, type SpamSign, spamSigns } from '#contract/contact.ts'
import type { Reply } from '#contract/notifications.ts'
import type { Tone } from '../../ui/badge.tsx'

export const contactStateWords: Readonly<Record<ContactState, { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'info' },
  answered: { label: 'Answered', tone: 'ok' },
  done: { label: 'Done', tone: 'neutral' },
  spam: { label: 'Probably spam', tone: 'warning' },
}

/** What gave a message away, as a sentence. */
export const saySigns = (signs: readonly SpamSign[]): string =>
  `Looked like spam: ${signs.map((sign) => spamSigns[sign]).join('; ')}.`

export const meaningWords: Readonly<Record<Reply['meaning'], string>> = {
  stop: 'No more SMS',
  start: 'SMS again',
  confirm: 'Confirms',
  cancel: 'Cancels',
  unknown: 'Not understood',
}
