import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CheckIcon } from '../../ui/icons.tsx'
import css from './way-in.module.css'

/** What the person can do once they are in. */
export function Inside({ picture, title, points }: { picture: ReactNode; title: string; points: string[] }) {
  return (
    <>
      <div className={css.picture}>{picture}</div>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point}>
            <CheckIcon />
            {point}
          </li>
        ))}
      </ul>
    </>
  )
}

const steps = [
  t`Tell us who you are`,
  t`Enter the code that we mail you`,
  t`Log in and choose a time`,
] as const
const stepsBySms = [t`Tell us who you are`, t`Enter the code from the SMS`, t`Choose a time`] as const

/** The way from a stranger to a booked visit, with the step that this screen is. */
export function WayIn({
  picture,
  step,
  bySms = false,
}: {
  picture: ReactNode
  step: 1 | 2
  bySms?: boolean
}) {
  return (
    <>
      <div className={css.picture}>{picture}</div>
      <h2 className={css.title}>
        <Trans>Three steps to your first visit</Trans>
      </h2>
      <ol className={css.steps}>
        {(bySms ? stepsBySms : steps).map((text, index) => (
          <li key={text} aria-current={index + 1 === step ? 'step' : undefined}>
            {text}
          </li>
        ))}
      </ol>
    </>
  )
}
