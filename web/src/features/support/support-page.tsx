import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { laboratory } from '#contract/sites.ts'
import { defaultFacts } from '../../api/laboratory-facts.ts'
import { queryFor } from '../../api/queries.ts'
import { mailLink } from '../../lib/reach-links.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { topics } from './questions.ts'

const usualCutOff = 120

export function SupportPage() {
  const { data: facts, isPending } = useQuery(queryFor(laboratory))
  const cutOff = facts?.booking.cutOffMinutes ?? usualCutOff
  return (
    <Screen title={t`Support`} about={t`Answers to what people ask us most, and how to reach someone.`}>
      <Notice kind="warning">
        <p>
          <Trans>
            <strong>For urgent medical concerns, please contact your healthcare provider</strong> or the
            emergency services. We cannot give medical advice.
          </Trans>
        </p>
      </Notice>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)_300px] items-start gap-16 max-lg:mt-8 max-lg:grid-cols-1 max-lg:gap-10">
        <div>
          {topics(cutOff).map(({ title, questions }, topic) => (
            <section key={title} className="not-first:mt-10">
              <h2 className="mb-2 text-xl">{title}</h2>
              {questions.map(({ question, answer }, index) => (
                <details key={question} className="group border-b" open={topic + index === 0}>
                  <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 font-550 hover:text-vial [&::-webkit-details-marker]:hidden">
                    {question}
                    <ChevronDownIcon className="flex-none text-ink-soft transition-transform group-open:rotate-180" />
                  </summary>
                  <p className="max-w-[62ch] pb-5 text-ink-soft">{answer}</p>
                </details>
              ))}
            </section>
          ))}
        </div>
        <aside className="stack gap-6 rounded-xl bg-sunk p-6" aria-label={t`How to reach support`}>
          <Way title={t`Support e-mail`}>
            {isPending ? <Skeleton width="60%" /> : <Mail address={facts?.email ?? defaultFacts.email} />}
            <p>
              <Trans>We answer within about 24 hours on weekdays.</Trans>
            </p>
          </Way>
          <Way title={t`Live chat`}>
            <p className="figures">
              <Trans>Mon–Fri 9:00 AM–5:00 PM</Trans>
            </p>
            <p>
              <Link to="/patient-dashboard/messages">
                <Trans>Log in and write to the desk</Trans>
              </Link>
            </p>
          </Way>
          <Way title={t`Contact form`}>
            <p>
              <Link to="/contact">
                <Trans>Write to us</Trans>
              </Link>
              . {translated(messages.contact.hint)}
            </p>
          </Way>
        </aside>
      </div>
    </Screen>
  )
}

function Mail({ address }: { address: string }) {
  return (
    <p>
      <a href={mailLink(address)}>{address}</a>
    </p>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="[&_p]:text-balance">
      <h2 className="mb-1 text-m tracking-normal">{title}</h2>
      {children}
    </section>
  )
}
