import { createFileRoute } from '@tanstack/react-router'
import { listCarers } from '#contract/care.ts'
import { listJoins } from '#contract/joins.ts'
import { readPerson } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { Carers } from '../../features/care/carers.tsx'
import { PatientProblem } from '../../features/patients/patient-problem.tsx'
import { PersonScreen } from '../../features/patients/person-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/people/$id')({
  staticData: { title: 'Person' },
  loader: ({ context: { queryClient }, params: { id } }) =>
    Promise.all([
      queryClient.fetchQuery(queryFor(readPerson, { params: { id } })),
      queryClient.fetchQuery(queryFor(listCarers, { params: { id } })),
      queryClient.fetchQuery(queryFor(listJoins, { params: { id } })),
    ]),
  errorComponent: PatientProblem,
  component: Person,
})

function Person() {
  const { id } = Route.useParams()
  return <PersonScreen key={id} id={id} carers={<Carers id={id} />} />
}
