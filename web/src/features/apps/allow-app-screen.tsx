import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { answerAppRequest, readAppRequest } from '#contract/apps.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { isStaff } from '#contract/options.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Loaded } from '../../screen/rows.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { sayScope } from './scope-words.ts'

/** Patients do not load the lists of clinics and staff. */
const ChoosePatient = lazy(async () => ({
  default: (await import('./choose-patient.tsx')).ChoosePatient,
}))
const ChoosePerson = lazy(async () => ({
  default: (await import('./choose-person.tsx')).ChoosePerson,
}))

type AppRequest = ResponseOf<typeof readAppRequest>

/** Asks a person whether an app may read for them. `refused`: the error with which the request came here. */
export function AllowAppScreen({ refused }: { refused: boolean }) {
  const request = useQuery({ ...queryFor(readAppRequest), enabled: !refused, retry: false, gcTime: 0 })
  return (
    <Page measure="narrow">
      {refused || request.error?.code === 'not_found' ? (
        <NoRequest />
      ) : (
        <>
          {!request.data && <Screen title={t`An app asks to read`} />}
          <Loaded query={request} failure={t`The request of the app could not be read`}>
            {(asked) => <Question asked={asked} />}
          </Loaded>
        </>
      )}
    </Page>
  )
}

const NoRequest = () => (
  <EmptyState
    picture={<LockedCabinetDrawing />}
    title={<h1 tabIndex={-1}>{t`No app is asking`}</h1>}
    about={t`The request is not valid, or it is more than half an hour old. Nothing was shared. Start again in the app.`}
  />
)

function Question({ asked }: { asked: AppRequest }) {
  const { id, app, scopes, keepsAccess, learnsWho, people, choosesPatient, facility } = asked
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [personId, setPersonId] = useState(people[0]?.id ?? null)
  const Choose = isStaff(me.role) ? ChoosePerson : ChoosePatient
  const answer = useCall(
    (allows: boolean) =>
      call(answerAppRequest, { params: { id }, body: { allows, personId: allows ? personId : null } }),
    { says: false, saysRefusal: true, onDone: ({ goTo }) => window.location.assign(goTo) },
  )
  const canAllow = scopes.length > 0 && (facility !== null || personId !== null)
  const isAnswering = answer.isPending || answer.isSuccess
  const { name, returnsTo } = app
  const person = people.find((one) => one.id === personId)?.fullName
  return (
    <Screen
      title={t`Let ${name} read results?`}
      about={
        facility === null
          ? t`The app asks to read at this laboratory. It can change nothing.`
          : t`The app asks to read about the patients of ${facility}. It can change nothing.`
      }
    >
      <div className="stack gap-6">
        {people.length > 1 && (
          <SelectField
            name="personId"
            label={t`About whom`}
            value={personId ?? ''}
            onChange={(event) => setPersonId(event.target.value)}
            options={people.map(({ id: value, fullName }) => ({ value, label: fullName }))}
          />
        )}
        {choosesPatient && (
          <Suspense>
            <Choose onChoose={setPersonId} />
          </Suspense>
        )}
        <section aria-labelledby="reads">
          <h2 id="reads" className="mb-2 text-l">
            <Trans>What it would read</Trans>
          </h2>
          <ul className="list-disc ps-4">
            {scopes.map((scope) => (
              <li key={scope}>{sayScope(scope)}</li>
            ))}
            {learnsWho && <li>{t`Your identity: the number of your account here, and your own record`}</li>}
          </ul>
          {scopes.length === 0 && (
            <p>
              <Trans>The app asks for nothing that you can allow here.</Trans>
            </p>
          )}
          {people.length === 1 && person !== undefined && (
            <p className="hint mt-2">
              <Trans>About {person} only.</Trans>
            </p>
          )}
          {facility === null && people.length === 0 && !choosesPatient && (
            <p className="hint mt-2">
              <Trans>You have no visit here yet, so there is nothing to read.</Trans>
            </p>
          )}
        </section>
        <section aria-labelledby="how-long">
          <h2 id="how-long" className="mb-2 text-l">
            <Trans>For how long</Trans>
          </h2>
          <p>
            {keepsAccess
              ? t`90 days, also while you do not use it. You can end it at any time in your profile.`
              : t`One hour.`}
          </p>
        </section>
        <p className="hint">
          <Trans>
            What the app has read stays with it. You return to {returnsTo}: continue only if you came from
            there.
          </Trans>
        </p>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Button
            wide
            pending={isAnswering && answer.variables === false}
            disabled={isAnswering}
            onClick={() => answer.mutate(false)}
          >
            <Trans>Do not allow</Trans>
          </Button>
          <Button
            wide
            pending={isAnswering && answer.variables === true}
            disabled={isAnswering || !canAllow}
            onClick={() => answer.mutate(true)}
          >
            <Trans>Allow</Trans>
          </Button>
        </div>
      </div>
    </Screen>
  )
}
