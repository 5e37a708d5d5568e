import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SectionHeading } from './section-heading.tsx'
import { AnalyticsVignette, BookingVignette, MessageVignette, QueueVignette } from './vignettes.tsx'

export function Features() {
  return (
    <section
      id="features"
      className="scroll-mt-[calc(var(--bar)_-_24px)] py-24 max-sm:py-16"
      aria-label={t`Key Features`}
    >
      <div className="landing-measure">
        <SectionHeading
          level={1}
          title={t`Key Features`}
          about={t`The hard part of a laboratory visit is waiting without knowing. These four features tell you what to expect.`}
        />
        <div className="grid grid-cols-2 gap-x-12 gap-y-16 max-md:grid-cols-1 max-md:gap-10">
          <Feature title={t`Smart booking`} picture={<BookingVignette />}>
            <Trans>
              Real-time availability: a time on offer is free at that moment, and once it is yours nobody else
              can book it. Automated reminders tell you when the visit is near.
            </Trans>
          </Feature>
          <Feature title={t`Real-time queue`} picture={<QueueVignette />}>
            <Trans>
              Your phone shows how many people are before you, with a live wait time. The wait is a range,
              because an exact minute would be a guess.
            </Trans>
          </Feature>
          <Feature title={t`Smart notifications`} picture={<MessageVignette />}>
            <Trans>
              You are told of your appointments, your place in the queue and your results, by e-mail or SMS.
              Values are in no message: you read them after you log in.
            </Trans>
          </Feature>
          <Feature title={t`Analytics dashboard`} picture={<AnalyticsVignette />}>
            <Trans>
              Waits, turnaround times and workload by the hour, for the people who run the laboratory and plan
              for its busy hours.
            </Trans>
          </Feature>
        </div>
      </div>
    </section>
  )
}

function Feature({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <article data-reveal="">
      <div className="grid h-58 place-items-center rounded-xl bg-sunk p-4 max-md:h-52">{picture}</div>
      <h3 className="mt-6 text-xl max-md:mt-4">{title}</h3>
      <p className="mt-2 max-w-[54ch] text-ink-soft">{children}</p>
    </article>
  )
}
