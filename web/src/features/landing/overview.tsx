import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { CalendarDrawing, MicroscopeDrawing, RackDrawing } from '../../ui/drawings.tsx'
import { SectionHeading } from './section-heading.tsx'

export function Overview() {
  return (
    <section
      id="overview"
      className={`${'scroll-mt-[calc(var(--bar)_-_24px)] py-24 max-sm:py-16'} ${'bg-sunk'}`}
      aria-label={t`How it works`}
    >
      <div className="landing-measure">
        <SectionHeading
          level={2}
          title={t`How it works`}
          about={t`One visit passes through three pairs of hands. Phial is there so that each sees what the others have done.`}
        />
        <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1 max-lg:gap-4">
          <Role
            title={t`For Patients`}
            picture={<CalendarDrawing />}
            steps={[
              t`Choose your tests and a free time; what to do beforehand is shown at once.`,
              t`Check in and watch your place in the queue.`,
              t`Be told by SMS or e-mail when the results are ready, and read them online.`,
            ]}
          />
          <Role
            title={t`For Technicians`}
            picture={<MicroscopeDrawing />}
            steps={[
              t`See the queue in calling order and the samples that wait for you.`,
              t`Process each sample and keep its test status up to date.`,
              t`Enter or upload the results; a second person releases them.`,
            ]}
          />
          <Role
            title={t`For Managers`}
            picture={<RackDrawing />}
            steps={[
              t`Follow the day as it happens: visits, waits, turnaround times.`,
              t`Invite technicians and put people and chairs where they are needed.`,
              t`See how much was done and how fast, and save the figures as CSV or PDF.`,
            ]}
          />
        </div>
      </div>
    </section>
  )
}

function Role({ title, picture, steps }: { title: string; picture: ReactNode; steps: readonly string[] }) {
  return (
    <article
      className="rounded-xl border bg-card p-8 max-sm:block max-sm:px-4 max-sm:pt-5 max-sm:pb-6 max-lg:grid max-lg:grid-cols-[172px_1fr] max-lg:items-start max-lg:gap-x-8"
      data-reveal=""
    >
      <div className="-ms-3 mb-5 w-43 max-sm:-ms-2 max-sm:me-0 max-sm:mt-0 max-sm:mb-4 max-sm:w-34 max-lg:row-[1/3] max-lg:m-0">
        {picture}
      </div>
      <h3 className="text-xl">{title}</h3>
      <ol className="stack mt-5 gap-4 [counter-reset:step]">
        {steps.map((step) => (
          <li
            key={step}
            className="grid grid-cols-[28px_1fr] gap-3 text-ink-soft [counter-increment:step] before:grid before:size-7 before:place-items-center before:rounded-full before:bg-vial-soft before:font-650 before:text-s before:text-vial before:content-[counter(step)]"
          >
            {step}
          </li>
        ))}
      </ol>
    </article>
  )
}
