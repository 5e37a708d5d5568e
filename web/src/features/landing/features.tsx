import type { ReactNode } from 'react'
import css from './features.module.css'
import landing from './landing.module.css'
import { SectionHeading } from './section-heading.tsx'
import { AnalyticsVignette, BookingVignette, MessageVignette, QueueVignette } from './vignettes.tsx'

export function Features() {
  return (
    <section id="features" className={landing.section} aria-label="Key Features">
      <div className={landing.wrap}>
        <SectionHeading
          level={1}
          title="Key Features"
          about="Most of a laboratory visit is waiting without knowing. These four things take the guessing out of it."
        />
        <div className={css.grid}>
          <Feature title="Smart booking" picture={<BookingVignette />}>
            Every time on offer is free at that moment, and once it is yours nobody else can book it.
            Reminders come the day before and two hours ahead.
          </Feature>
          <Feature title="Real-time queue" picture={<QueueVignette />}>
            See who is before you and how long it will take, live on your phone. The wait is given as a range,
            because an exact minute would be a guess.
          </Feature>
          <Feature title="Smart notifications" picture={<MessageVignette />}>
            Appointments, queue updates and results reach you by e-mail or SMS, as you choose. A message never
            shows the name of a test or a value.
          </Feature>
          <Feature title="Analytics dashboard" picture={<AnalyticsVignette />}>
            Waits, turnaround times and workload by the hour, for the people who run the laboratory: they see
            the busy hour coming and can plan for it.
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
