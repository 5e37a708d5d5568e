import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx'
import { type Step, steps } from './steps.tsx'

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
    <Screen
      title={t`How a visit moves`}
      about={t`An invented visit in five pictures: how Phial works, from the booked slot to the released result.`}
    >
      <Rail step={step} onStep={onStep} />
      <div className="grid grid-cols-2 items-center gap-12 max-md:grid-cols-1 max-md:gap-6">
        <div
          className="grid place-items-center rounded-xl bg-sunk p-10 max-md:p-6 [&>svg]:max-w-100 [&>svg]:animate-arrive max-md:[&>svg]:max-w-60"
          key={step}
        >
          {shown.picture}
        </div>
        <Words step={step} shown={shown} />
      </div>
      <div
        className="mt-8 flex items-center gap-3 [&>:is(a,button)]:min-w-33 max-md:[&>:is(a,button)]:flex-1"
        ref={forward.buttons}
      >
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
        <span
          className="hint ms-2 max-md:hidden [&_kbd]:rounded-sm [&_kbd]:border [&_kbd]:border-line-strong [&_kbd]:px-[7px] [&_kbd]:py-px [&_kbd]:font-[inherit] [@media(hover:none)]:hidden"
          aria-hidden="true"
        >
          <Trans>
            or the keys <kbd>←</kbd> <kbd>→</kbd>
          </Trans>
        </span>
      </div>
    </Screen>
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
    <ol className="mb-8 grid grid-cols-[repeat(5,1fr)]">
      {steps.map((one, index) => (
        <li
          key={one.state}
          className={classNames(
            'relative not-first:before:absolute not-first:before:start-[calc(-50%+22px)] not-first:before:end-[calc(50%+22px)] not-first:before:top-[21px] not-first:before:h-[3px] not-first:before:rounded-xs',
            index < step ? 'before:bg-agar' : 'before:bg-line',
          )}
        >
          <button
            type="button"
            className="group stack w-full items-center gap-1 py-1"
            aria-current={index === step - 1 ? 'step' : undefined}
            onClick={() => onStep(index + 1)}
          >
            <span
              className={classNames(
                'grid size-9 place-items-center rounded-full border-2 bg-page font-650 group-hover:border-vial-strong group-aria-[current]:bg-vial group-aria-[current]:text-on-vial',
                index < step ? 'border-vial text-vial' : 'border-line-strong',
              )}
            >
              {index + 1}
            </span>
            <span className="hint group-aria-[current]:font-650 group-aria-[current]:text-ink max-md:text-xs">
              {one.label}
            </span>
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
        <span className="visually-hidden"> ({t`step ${step} of ${steps.length}`})</span>
      </p>
      <h2 className="mt-3 text-2xl">{shown.title}</h2>
      <p className="mt-3 max-w-[52ch]">{shown.about}</p>
      <dl className="mt-6">
        {shown.seen.map(({ who, what }) => (
          <div
            key={who}
            className="grid grid-cols-[104px_1fr] gap-3 border-t py-3 max-md:grid-cols-[92px_1fr] [&_dd]:text-ink-soft [&_dt]:font-600"
          >
            <dt>{who}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
