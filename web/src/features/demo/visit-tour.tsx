import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { type Step, steps } from './steps.tsx'
import css from './visit-tour.module.css'

/** A picture tour of one visit, `step` counted from 1. The arrow keys step as the buttons do. */
export function VisitTour({ step, onStep }: { step: number; onStep: (step: number) => void }) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const next = step + (by ?? 0)
      if (!by || event.altKey || event.ctrlKey || event.metaKey || !steps[next - 1]) return
      event.preventDefault()
      onStep(next)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [step, onStep])

  const forward = useForward(step)
  const shown = steps[step - 1] ?? steps[0]
  if (!shown) return null
  const press = (next: number) => {
    forward.keep()
    onStep(next)
  }
  return (
    <Page>
      <PageHeader
        title={t`How a visit moves`}
        about={t`A made-up visit in five pictures: the way Phial is meant to go, from the booked slot to the released result.`}
      />
      <Rail step={step} onStep={onStep} />
      <div className={css.stage}>
        <div className={css.picture} key={step}>
          {shown.picture}
        </div>
        <Words step={step} shown={shown} />
      </div>
      <div className={css.buttons} ref={forward.buttons}>
        <Button onClick={() => press(step - 1)} disabled={step === 1} aria-keyshortcuts="ArrowLeft">
          <ArrowLeftIcon />
          <Trans>Back</Trans>
        </Button>
        {step < steps.length ? (
          <Button variant="primary" onClick={() => press(step + 1)} aria-keyshortcuts="ArrowRight">
            <Trans>Next</Trans>
            <ArrowRightIcon />
          </Button>
        ) : (
          <Link to="/sign-up" className={buttonClass({ variant: 'primary' })}>
            <Trans>Create Account</Trans>
          </Link>
        )}
        <span className={css.keys} aria-hidden="true">
          <Trans>
            or the keys <kbd>←</kbd> <kbd>→</kbd>
          </Trans>
        </span>
      </div>
    </Page>
  )
}

/**
 * At either end the button that was just pressed is gone or disabled, and the focus with it: `keep` lets it go to the
 * button that leads on.
 */
function useForward(step: number) {
  const buttons = useRef<HTMLDivElement>(null)
  const kept = useRef(false)
  useEffect(() => {
    if (!kept.current) return
    kept.current = false
    if (step === 1 || step === steps.length) {
      buttons.current?.querySelector<HTMLElement>('button + *')?.focus()
    }
  }, [step])
  return {
    buttons,
    keep: () => {
      kept.current = true
    },
  }
}

function Rail({ step, onStep }: { step: number; onStep: (step: number) => void }) {
  return (
    <ol className={css.rail}>
      {steps.map((one, index) => (
        <li key={one.state} className={classNames(css.stop, index < step && css.passed)}>
          <button
            type="button"
            className={css.dot}
            aria-current={index === step - 1 ? 'step' : undefined}
            onClick={() => onStep(index + 1)}
          >
            <span className={css.number}>{index + 1}</span>
            <span className={css.label}>{one.label}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Words({ step, shown }: { step: number; shown: Step }) {
  return (
    <div aria-live="polite">
      <p>
        <Badge tone="vial">{shown.label}</Badge>
        <span className="visually-hidden">
          <Trans>
            , step {step} of {steps.length}
          </Trans>
        </span>
      </p>
      <h2 className={css.title}>{shown.title}</h2>
      <p className={css.about}>{shown.about}</p>
      <dl className={css.seen}>
        {shown.seen.map(({ who, what }) => (
          <div key={who} className={css.who}>
            <dt>{who}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
