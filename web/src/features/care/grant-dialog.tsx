import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { patientsToBook } from '#contract/access.ts'
import { grantCare } from '#contract/care.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { ChosenHit, Finder, HitButton, HitFacts, useFinder } from '../../ui/finder.tsx'
import { KindField } from './kind-field.tsx'
import { staffChoices } from './words.ts'

type Account = ResponseOf<typeof patientsToBook>['patients'][number]

/** Opens the record of a person to an account that staff choose. */
export function GrantDialog({
  person: { id, fullName },
  onClose,
}: {
  person: { id: string; fullName: string }
  onClose: () => void
}) {
  const finder = useFinder()
  const [account, setAccount] = useState<Account | null>(null)
  const form = useResourceForm(grantCare, {
    params: { id },
    start: { accountId: account?.id },
    check: () => (account ? {} : { accountId: [t`Choose an account`] }),
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="grant"
      onClose={onClose}
      title={t`Let an account look after ${fullName}`}
      leave={t`Not now`}
      submit={t`Open the record`}
    >
      <p>
        <Trans>Its holder will see all visits and results of this person, book and cancel.</Trans>
      </p>
      {account ? (
        <ChosenHit
          finder={finder}
          name="accountId"
          label={t`Account`}
          letGo={t`Another account`}
          onLetGo={() => setAccount(null)}
        >
          <Who account={account} />
        </ChosenHit>
      ) : (
        <AccountFinder finder={finder} onChoose={setAccount} />
      )}
      <KindField label={t`Who is ${fullName} to the holder of the account?`} options={staffChoices} />
    </DialogForm>
  )
}

function AccountFinder({
  finder,
  onChoose,
}: {
  finder: ReturnType<typeof useFinder>
  onChoose: (account: Account) => void
}) {
  const found = useQuery({
    ...queryFor(patientsToBook, { query: { search: finder.search } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  return (
    <Finder
      finder={finder}
      name="accountId"
      label={t`Find the account`}
      hint={t`A part of the name, e-mail or phone number`}
      hits={found.data?.patients}
      pending={found.isPlaceholderData}
      failure={found.error && translated(messages.lists.patientsFailure)}
      none={translated(messages.lists.noPatients)}
    >
      {(account) => (
        <HitButton
          onClick={() => {
            finder.leave()
            onChoose(account)
          }}
        >
          <Who account={account} />
        </HitButton>
      )}
    </Finder>
  )
}

const Who = ({ account: { fullName, email, phone } }: { account: Account }) => (
  <HitFacts name={<bdi>{fullName}</bdi>} facts={[[email, phone].filter(Boolean).join(' · ')]} />
)
