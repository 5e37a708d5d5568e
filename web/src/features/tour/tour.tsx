import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Role } from '#contract/options.ts'
import { type KeptTour, keepTour, keptTour } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { type TourStep, tourSteps } from './tour-steps.ts'
import { usePointAt } from './use-point-at.ts'

/** The delay after which the tour takes the focus: by then the screen has usually focused its title. */
const focusMs = 250

/** The tour of the demonstration, on the real screens. It starts at the sign-in; the visitor can leave and resume it at any time. */
export function Tour({ role }: { role: Role }) {
  const [tour, setTour] = useState(() => keptTour(role))
  const navigate = useNavigate()
  const steps = tourSteps[role]
  const step = tour && steps[tour.step]
  if (!tour || !step) return null
  const keep = (next: KeptTour | null) => {
    keepTour(role, next)
    setTour(next)
  }
  const goTo = (index: number) => {
    keep(index < steps.length ? { step: index, running: true } : null)
    const next = steps[index]
    if (next) void navigate({ to: next.path })
  }
  const place = t`${tour.step + 1} of ${steps.length}`
  if (!tour.running) {
    return (
      <div className="row mb-4 gap-x-3 gap-y-2 rounded bg-vial-soft px-4 py-2 print:hidden">
        <p>
          <Trans>You left the tour at step {place}.</Trans>
        </p>
        <Button onClick={() => goTo(tour.step)}>
          <Trans>Resume the tour</Trans>
        </Button>
        <Button variant="plain" onClick={() => keep(null)}>
          <Trans>End the tour</Trans>
        </Button>
      </div>
    )
  }
  return (
    <Stop
      key={tour.step}
      step={step}
      place={place}
      isLast={tour.step === steps.length - 1}
      onBack={tour.step > 0 ? () => goTo(tour.step - 1) : null}
      onNext={() => goTo(tour.step + 1)}
      onLeave={() => keep({ ...tour, running: false })}
    />
  )
}

/** The panel of one step. It is placed at the top or bottom of the screen so that it never covers the element it points at. */
function Stop({
  step,
  place,
  isLast,
  onBack,
  onNext,
  onLeave,
}: {
  step: TourStep
  place: string
  isLast: boolean
  onBack: (() => void) | null
  onNext: () => void
  onLeave: () => void
}) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = pathname.replace(/\/$/, '') === step.path
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { atTop, found } = usePointAt(here ? step.at : null, panel)
  useEffect(() => {
    if (!found) return
    const takeFocus = () => heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(takeFocus, focusMs)
    // A screen that was slow to load focuses its title later.
    const follow = ({ target }: FocusEvent) =>
      target instanceof HTMLElement && target.matches('h1') && takeFocus()
    document.addEventListener('focusin', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', follow)
    }
  }, [found])
  return (
    <section
      ref={panel}
      className="fixed end-4 bottom-4 z-50 w-[min(400px,calc(100vw_-_2_*_var(--space-4)))] rounded border-2 border-vial bg-card px-5 py-4 shadow-lift data-top:top-4 data-top:bottom-auto print:hidden"
      data-top={atTop || undefined}
      aria-label={t`Tour, step ${place}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave()
      }}
    >
      <p className="hint">{place}</p>
      <h2 ref={heading} className="text-l" tabIndex={-1}>
        {step.title}
      </h2>
      <p>{step.text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {here ? (
          <Button variant="primary" onClick={onNext}>
            {isLast ? t`Finish` : t`Next`}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void navigate({ to: step.path })}>
            <Trans>Back to the tour’s screen</Trans>
          </Button>
        )}
        {onBack && (
          <Button onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        )}
        <Button variant="plain" onClick={onLeave}>
          <Trans>Leave the tour</Trans>
        </Button>
      </div>
    </section>
  )
}
