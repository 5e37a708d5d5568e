import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import css from './features.module.css'
import landing from './landing.module.css'
import { SectionHeading } from './section-heading.tsx'
import { AnalyticsVignette, BookingVignette, MessageVignette, QueueVignette } from './vignettes.tsx'

export function Features() {
  return (
    <section id="features" className={landing.section} aria-label={t`Key Features`}>
      <div className={landing.wrap}>
        <SectionHeading
          level={1}
          title={t`Key Features`}
          about={t`The hard part of a laboratory visit is waiting without knowing. These four are there to take the guessing out of it.`}
        />
        <div className={css.grid}>
          <Feature title={t`Smart booking`} picture={<BookingVignette />}>
            <Trans>
              Real-time availability: a time on offer is free at that moment, and once it is yours nobody else
              can book it. Automated reminders are meant to keep the date for you.
            </Trans>
          </Feature>
          <Feature title={t`Real-time queue`} picture={<QueueVignette />}>
            <Trans>
              Meant for your phone: who is before you, with a live wait time. The wait is a range, because an
              exact minute would be a guess.
            </Trans>
          </Feature>
          <Feature title={t`Smart notifications`} picture={<MessageVignette />}>
            <Trans>
              For word of your appointments, your place in the queue and your results, by e-mail or SMS. What
              was measured is for you to read after you log in.
            </Trans>
          </Feature>
          <Feature title={t`Analytics dashboard`} picture={<AnalyticsVignette />}>
            <Trans>
              Waits, turnaround times and workload by the hour, for the people who run the laboratory: to see
              the busy hour coming and plan for it.
            </Trans>
          </Feature>
        </div>
      </div>
    </section>
  )
}

function Feature({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <article className={css.feature} data-reveal="">
      <div className={css.picture}>{picture}</div>
      <h3 className={css.title}>{title}</h3>
      <p className={css.about}>{children}</p>
    </article>
  )
}
