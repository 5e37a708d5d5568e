import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { patientsToBook } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { ChosenHit, Finder, HitButton, HitFacts, useFinder } from '../../ui/finder.tsx'
import type { PatientAccount } from './staff-draft.ts'

/** Finds the account that a visit is booked for. Without one the visit belongs to nobody but the laboratory. */
export function PatientFinder({
  account,
  onChoose,
}: {
  account: PatientAccount | null
  onChoose: (account: PatientAccount | null) => void
}) {
  const finder = useFinder()
  const found = useQuery({
    ...queryFor(patientsToBook, { query: { search: finder.search } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  if (account) {
    return (
      <ChosenHit
        finder={finder}
        name="accountId"
        label={t`Account`}
        letGo={t`Book without it`}
        onLetGo={() => onChoose(null)}
      >
        <Who person={account} />
      </ChosenHit>
    )
  }
  return (
    <Finder
      finder={finder}
      name="accountId"
      label={t`Find the patient’s account`}
      optional
      hint={t`A part of the name, e-mail or phone number. Somebody new needs none.`}
      hits={found.data?.patients}
      pending={found.isPlaceholderData}
      failure={found.error && translated(messages.lists.patientsFailure)}
      none={translated(messages.lists.noPatients)}
    >
      {({ id, fullName, email, phone }) => (
        <HitButton
          onClick={() => {
            finder.leave()
            onChoose({ id, fullName, email, phone })
          }}
        >
          <Who person={{ fullName, email, phone }} />
        </HitButton>
      )}
    </Finder>
  )
}

const Who = ({ person: { fullName, email, phone } }: { person: Omit<PatientAccount, 'id'> }) => (
  <HitFacts name={fullName} facts={[[email, phone].filter(Boolean).join(' · ')]} />
)
