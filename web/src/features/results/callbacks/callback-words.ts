import type { CriticalContact, tryOutcomes } from '#contract/results.ts'

export const outcomeWords: Readonly<Record<(typeof tryOutcomes)[number], { choice: string; said: string }>> =
  {
    reached: { choice: 'Reached, and read back', said: 'reached, and read back' },
    left_message: { choice: 'Left a message', said: 'a message left' },
    not_reached: { choice: 'Not reached', said: 'not reached' },
  }

/** In place of the contacts, for staff who may not make the call. */
export const whoCalls = 'Staff who may release results make this call and note it.'

/** What somebody is to the patient. */
export const contactWords: Readonly<Record<CriticalContact['kind'], string>> = {
  patient: 'Patient',
  self: 'Patient',
  child: 'Parent',
  parent: 'Son or daughter',
  other: 'Carer',
}
