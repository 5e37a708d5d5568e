import { t } from '@lingui/core/macro'
import { type ContactState, type SpamSign, spamSigns } from '#contract/contact.ts'
import type { Reply } from '#contract/notifications.ts'
import { translated } from '../../../lib/translated.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const contactStateWords: Readonly<Record<ContactState, { label: string; tone: Tone }>> = {
  open: { label: t`Open`, tone: 'info' },
  answered: { label: t`Answered`, tone: 'ok' },
  done: { label: t`Done`, tone: 'neutral' },
  spam: { label: t`Probably spam`, tone: 'warning' },
}

/** What gave a message away, as a sentence. */
export const saySigns = (signs: readonly SpamSign[]): string =>
  t`Looked like spam: ${signs.map((sign) => translated(spamSigns[sign])).join('; ')}.`

export const meaningWords: Readonly<Record<Reply['meaning'], string>> = {
  stop: t`Stop SMS`,
  start: t`Resume SMS`,
  confirm: t`Confirms`,
  cancel: t`Cancels`,
  unknown: t`Not understood`,
}
