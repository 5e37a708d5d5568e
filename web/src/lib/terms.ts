import { t } from '@lingui/core/macro'

type Paragraphs = readonly (readonly [title: string, text: string])[]

/** What somebody agrees to when they sign up, short enough to be read. */
export const terms: Paragraphs = [
  [
    t`Your account`,
    t`It is yours alone: keep your password to yourself and your e-mail address up to date. You may book for others, such as a child or a parent, with their consent.`,
  ],
  [
    t`Your visits`,
    t`You can move or cancel a visit by yourself until shortly before it begins. Please cancel what you do not need, so that somebody else gets the time.`,
  ],
  [
    t`Your data`,
    t`The laboratory uses what you enter to plan your visits, to carry out your tests and to tell you about them, and for nothing else. What belongs to your medical record is kept as long as the law requires.`,
  ],
  [
    t`Leaving`,
    t`You can close your account in your profile at any time. Upcoming visits are then cancelled, and you can no longer log in.`,
  ],
  [
    t`Emergencies`,
    t`This service is not for emergencies. If you feel seriously unwell, contact a healthcare provider at once.`,
  ],
]
