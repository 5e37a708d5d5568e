import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { admit } from '../../features/identity/admit.ts'
import { Bench } from '../../features/laboratory/bench.tsx'
import { labQuery } from '../../features/laboratory/bench-queries.ts'
import { SetUpScreen } from '../../features/quality/set-up-screen.tsx'

export const Route = createFileRoute('/_bench/quality/set-up/')({
  staticData: { title: 'Control lots' },
  beforeLoad: (visit) => admit(visit, ['admin']).then(() => {}),
  component: SetUp,
})

function SetUp() {
  const { data: laboratory } = useSuspenseQuery(labQuery)
  return (
    <Bench back={false}>
      <SetUpScreen sites={laboratory.sites} />
    </Bench>
  )
}
