import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { laboratory } from '#contract/sites.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { queryFor } from '../../api/queries.ts'
import { openingLines } from '../../lib/opening-hours.ts'
import { mailLink, mapLink, phoneLink } from '../../lib/reach-links.ts'
import { translated } from '../../lib/translated.ts'
import { firstWeekday } from '../../lib/weeks.ts'
import { Screen } from '../../screen/screen.tsx'
import { Card } from '../../ui/card.tsx'
import { ClockIcon, MailIcon, MapPinIcon, PhoneIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { ContactForm } from './contact-form.tsx'
import { Thanks } from './thanks.tsx'

export function ContactPage() {
  const [sent, setSent] = useState(false)
  if (sent) {
    return (
      <Page>
        <Thanks as="h1" />
      </Page>
    )
  }
  return (
    <Screen
      title={t`Contact Us`}
      about={t`A question about a test, a visit or your results? Write to the laboratory, or reach us directly.`}
    >
      <div className="grid grid-cols-[minmax(0,640px)_minmax(0,1fr)] items-start gap-12 max-lg:grid-cols-1 max-lg:gap-10">
        <Card>
          <ContactForm onSent={() => setSent(true)} />
        </Card>
        <Reach />
      </div>
    </Screen>
  )
}

/** The other ways to the laboratory. The form stands without them: they may still be on their way, or not come. */
function Reach() {
  const { data: facts, isError } = useQuery(queryFor(laboratory))
  if (isError) return null
  return (
    <aside aria-label={t`Other ways to reach us`}>
      {facts ? (
        <ReachList facts={facts} />
      ) : (
        <SkeletonLines says={translated(messages.loading.any)} count={4} />
      )}
    </aside>
  )
}

function ReachList({ facts }: { facts: LaboratoryFacts }) {
  return (
    <>
      <h2 className="text-l">{facts.name}</h2>
      <ul className="mt-4">
        <Way icon={<PhoneIcon />}>
          <a href={phoneLink(facts.phone)}>{facts.phone}</a>
        </Way>
        <Way icon={<MailIcon />}>
          <a href={mailLink(facts.email)}>{facts.email}</a>
        </Way>
        <Way icon={<MapPinIcon />}>
          <a href={mapLink(facts.address)} target="_blank" rel="noreferrer">
            {facts.address}
          </a>
        </Way>
        {facts.sites.map((site) => (
          <Way key={site.id} icon={<ClockIcon />}>
            {facts.sites.length > 1 && <strong>{site.name}</strong>}
            {openingLines(site.hours, firstWeekday(facts.weekStart)).map(({ days, hours }) => (
              <span key={days} className="block">
                {days} <span className="figures">{hours}</span>
              </span>
            ))}
          </Way>
        ))}
      </ul>
    </>
  )
}

function Way({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="[&_a]:tap flex gap-3 text-ink [&>div]:py-2.5 [&_a]:-my-2.5 [&_a]:text-inherit [&_svg]:mt-3 [&_svg]:text-vial">
      {icon}
      <div>{children}</div>
    </li>
  )
}
