import { t } from '@lingui/core/macro'
import type { CriticalContact, tryOutcomes } from '#contract/results.ts'

export const outcomeWords: Readonly<Record<(typeof tryOutcomes)[number], { choice: string; said: string }>> =
  {
    reached: { choice: t`Reached, and read back`, said: t`reached, and read back` },
    left_message: { choice: t`Left a message`, said: t`a message left` },
    not_reached: { choice: t`Not reached`, said: t`not reached` },
  }

/** In place of the contacts, for staff who may not make the call. */
export const whoCalls = t`Staff who may release results make this call and record it.`

/** What somebody is to the patient. */
export const contactWords: Readonly<Record<CriticalContact['kind'], string>> = {
  requester: t`Requester`,
  patient: t`Patient`,
  self: t`Patient`,
  child: t`Parent`,
  parent: t`Son or daughter`,
  other: t`Carer`,
}
