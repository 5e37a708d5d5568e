import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CheckIcon } from '../../ui/icons.tsx'

/** What the person can do once they are in. */
export function Inside({ picture, title, points }: { picture: ReactNode; title: string; points: string[] }) {
  return (
    <>
      <div className="-ms-5 mb-6 w-52">{picture}</div>
      <h2 className="text-xl">{title}</h2>
      <ul className="stack mt-4 gap-3 [&_li]:flex [&_li]:gap-3 [&_svg]:mt-0.5 [&_svg]:text-vial">
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
      <div className="-ms-5 mb-6 w-52">{picture}</div>
      <h2 className="text-xl">
        <Trans>Three steps to your first visit</Trans>
      </h2>
      <ol className="stack mt-5 gap-4">
        {(bySms ? stepsBySms : steps).map((text, index) => (
          <li
            key={text}
            className="group flex items-center gap-3 text-ink-soft aria-[current=step]:font-600 aria-[current=step]:text-ink"
            aria-current={index + 1 === step ? 'step' : undefined}
          >
            <span
              className="grid size-8 flex-none place-items-center rounded-full border border-line-strong font-600 group-aria-[current=step]:border-vial group-aria-[current=step]:bg-vial group-aria-[current=step]:text-on-vial"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            {text}
          </li>
        ))}
      </ol>
    </>
  )
}
