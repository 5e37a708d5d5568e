import { createFileRoute } from '@tanstack/react-router'
import { Bench } from '../../features/laboratory/bench.tsx'
import { useZone } from '../../features/laboratory/bench-queries.ts'
import { ReleaseScreen } from '../../features/results/release-screen.tsx'

export const Route = createFileRoute('/_bench/release')({
  staticData: { title: 'Release results' },
  component: Release,
})

function Release() {
  const zone = useZone()
  return (
    <Bench>
      <ReleaseScreen zone={zone} />
    </Bench>
  )
}
