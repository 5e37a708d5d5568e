import { t } from '@lingui/core/macro'
import { patientsToBook } from '#contract/access.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../api/queries.ts'
import { translated } from '../lib/translated.ts'
import type { FieldFrame } from '../ui/field.tsx'
import { HitFacts } from '../ui/finder.tsx'
import { FinderField } from './finder-field.tsx'

export type PatientAccount = ResponseOf<typeof patientsToBook>['patients'][number]

/** The account of a patient, `accountId`, found by name, e-mail address or phone number. */
export function AccountField(
  props: Pick<FieldFrame, 'hint' | 'optional'> & {
    label: string
    chosen: PatientAccount | null
    onChoose: (account: PatientAccount | null) => void
    letGo: string
  },
) {
  return (
    <FinderField
      {...props}
      name="accountId"
      chosenLabel={t`Account`}
      find={(search) => queryFor(patientsToBook, { query: { search } })}
      hitsIn={({ patients }) => patients}
      failure={translated(messages.lists.patientsFailure)}
      none={translated(messages.lists.noPatients)}
    >
      {({ fullName, email, phone }) => (
        <HitFacts name={<bdi>{fullName}</bdi>} facts={[[email, phone].filter(Boolean).join(' · ')]} />
      )}
    </FinderField>
  )
}
