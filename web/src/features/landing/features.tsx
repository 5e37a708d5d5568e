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
          about="The hard part of a laboratory visit is waiting without knowing. These four are there to take the guessing out of it."
        />
        <div className={css.grid}>
          <Feature title="Smart booking" picture={<BookingVignette />}>
            Real-time availability: a time on offer is free at that moment, and once it is yours nobody else
            can book it. Automated reminders are meant to keep the date for you.
          </Feature>
          <Feature title="Real-time queue" picture={<QueueVignette />}>
            Meant for your phone: who is before you, with a live wait time. The wait is a range, because an
            exact minute would be a guess.
          </Feature>
          <Feature title="Smart notifications" picture={<MessageVignette />}>
            For word of your appointments, your place in the queue and your results, by e-mail or SMS. What
            was measured is for you to read after you log in.
          </Feature>
          <Feature title="Analytics dashboard" picture={<AnalyticsVignette />}>
            Waits, turnaround times and workload by the hour, for the people who run the laboratory: to see
            the busy hour coming and plan for it.
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
