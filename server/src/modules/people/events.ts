import type { Gender } from '#contract/options.ts'
import type { JudgedOtherwise } from '#contract/people.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'
import type { Birth } from './records/birth.ts'

/** The details of a person on which reference intervals depend. */
export type Judged = { sex: Gender; birth: Birth }

/** Sex or date of birth of a person are corrected. Told before the person's row is locked. */
export const personCorrected = event<
  SignedIn,
  { personId: string; before: Judged; after: Judged },
  { changed: number; otherwise: JudgedOtherwise[] }
>('person corrected')

/** These accounts may not open the record of a person any more. */
export const careEnded = event<SignedIn, { personId: string; accounts: readonly string[] }>('care ended')
