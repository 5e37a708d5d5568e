import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitTour } from '../../features/demo/visit-tour.tsx'

export const Route = createFileRoute('/_public/demo/visit')({
  staticData: { title: t`One visit` },
  // The step is in the address: it can be sent to someone, and Back goes one step back.
  validateSearch: (search): { step?: number } => {
    const step = Number(search.step)
    return Number.isInteger(step) && step > 1 && step <= 5 ? { step } : {}
  },
  component: Demo,
})

function Demo() {
  const { step = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <VisitTour
      step={step}
      onStep={(next) => void navigate({ search: next > 1 ? { step: next } : {}, resetScroll: false })}
    />
  )
}
