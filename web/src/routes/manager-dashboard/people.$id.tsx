import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listCarers } from '#contract/care.ts'
import { listJoins } from '#contract/joins.ts'
import { readPerson } from '#contract/people.ts'
import { may } from '#contract/permissions.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { WhoReadPerson } from '../../features/audit/who-read.tsx'
import { Carers } from '../../features/care/carers.tsx'
import { PersonHolds } from '../../features/erasures/staff/person-holds.tsx'
import { RecordWish } from '../../features/erasures/staff/record-wish.tsx'
import { StandingOrders } from '../../features/orders/standing-orders.tsx'
import { PatientProblem } from '../../features/patients/patient-problem.tsx'
import { PersonScreen } from '../../features/patients/person-screen.tsx'
import { PersonTrends } from '../../features/results/report/person-trends.tsx'

export const Route = createFileRoute('/manager-dashboard/people/$id')({
  staticData: { title: t`Person`, back: '/manager-dashboard/patients' },
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadFresh(
      queryClient,
      queryFor(readProfile),
      queryFor(readPerson, { params: { id } }),
      queryFor(listCarers, { params: { id } }),
      queryFor(listJoins, { params: { id } }),
    ),
  errorComponent: PatientProblem,
  component: Person,
})

function Person() {
  const { id } = Route.useParams()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: person } = useSuspenseQuery(queryFor(readPerson, { params: { id } }))
  return (
    <PersonScreen
      key={id}
      id={id}
      carers={
        <>
          <Carers id={id} />
          <StandingOrders id={id} />
        </>
      }
      results={<PersonTrends id={id} />}
      readers={
        <>
          {may(me, 'audit') && <WhoReadPerson id={id} />}
          {me.role === 'admin' && person.forgottenAt === null && <PersonHolds personId={person.id} />}
          {me.role === 'admin' && <RecordWish personId={person.id} forgottenAt={person.forgottenAt} />}
        </>
      }
    />
  )
}
