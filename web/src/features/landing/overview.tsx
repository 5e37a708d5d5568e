import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { CalendarDrawing, MicroscopeDrawing, RackDrawing } from '../../ui/drawings.tsx'
import landing from './landing.module.css'
import css from './overview.module.css'
import { SectionHeading } from './section-heading.tsx'

export function Overview() {
  return (
    <section id="overview" className={`${landing.section} ${css.ground}`} aria-label={t`How it works`}>
      <div className={landing.wrap}>
        <SectionHeading
          level={2}
          title={t`How it works`}
          about={t`One visit passes through three pairs of hands. Phial is there so that each sees what the others have done.`}
        />
        <div className={css.roles}>
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
              t`See what each shift achieves, and take the reports with you.`,
            ]}
          />
        </div>
      </div>
    </section>
  )
}

function Role({ title, picture, steps }: { title: string; picture: ReactNode; steps: readonly string[] }) {
  return (
    <article className={css.role} data-reveal="">
      <div className={css.picture}>{picture}</div>
      <h3 className={css.title}>{title}</h3>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step} className={css.step}>
            {step}
          </li>
        ))}
      </ol>
    </article>
  )
}
