import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { visitHistory } from '#contract/manage-visits.ts'
import { queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { dayOf, longDay, timeOf } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { When } from '../../ui/when.tsx'
import { ManageActions } from './manage-actions.tsx'
import { VisitEvents, VisitMessages } from './visit-history.tsx'
import { VisitStateBadge } from './visit-state.tsx'
import { ZoneNote } from './zone-note.tsx'

type History = ResponseOf<typeof visitHistory>

/** One visit as the manager sees it: who, when and where, everything that was done with it, and what can be done. */
export function ManageScreen({ id, report }: { id: string; report: ReactNode }) {
  const { data: history } = useSuspenseQuery(queryFor(visitHistory, { params: { id } }))
  const { appointment: visit } = history
  return (
    <Screen
      rhythm="cards"
      title={t`Appointment`}
      state={<VisitStateBadge state={visit.status} />}
      about={
        <>
          {visit.patientDetails.fullName}, <When at={visit.scheduledDate} zone={visit.site.timeZone} />
        </>
      }
      action={
        visit.whyNotChangeable === null && (
          <Link to="/appointments/$id/edit" params={{ id }} className={buttonClass({ variant: 'primary' })}>
            <EditIcon />
            <Trans>Edit or move</Trans>
          </Link>
        )
      }
    >
      <div className="flex flex-wrap items-start gap-6">
        <div className="stack min-w-0 flex-[3_1_440px] gap-6 max-sm:basis-full">
          {report}
          <Card aria-label={t`Details`}>
            <VisitFacts history={history} />
            <ZoneNote zone={visit.site.timeZone} />
          </Card>
          <section aria-labelledby="history" className="[&>h2]:mb-3 [&>h2]:text-l">
            <h2 id="history">
              <Trans>History</Trans>
            </h2>
            <VisitEvents events={history.events} zone={visit.site.timeZone} />
          </section>
        </div>
        <div className="stack min-w-0 flex-[1_1_280px] gap-6">
          <Card aria-label={t`Actions`}>
            <ManageActions history={history} />
          </Card>
          <section aria-labelledby="messages" className="[&>h2]:mb-3 [&>h2]:text-l">
            <h2 id="messages">
              <Trans>Messages</Trans>
            </h2>
            <VisitMessages messages={history.messages} zone={visit.site.timeZone} />
          </section>
        </div>
      </div>
    </Screen>
  )
}

function VisitFacts({
  history: { appointment: visit, account, personId, personNumber, chair },
}: {
  history: History
}) {
  const seesPatients = useMay('patients')
  const namesSite = useNamesSite()
  const { fullName, email, gender, contact, age } = visit.patientDetails
  const zone = visit.site.timeZone
  const word = (text: string) => <span className="inline-block first-letter:uppercase">{text}</span>
  return (
    <Facts
      facts={[
        { name: t`Full Name`, value: fullName },
        {
          name: t`Person number`,
          value: seesPatients ? (
            <Link to="/manager-dashboard/people/$id" params={{ id: personId }}>
              {personNumber}
            </Link>
          ) : (
            personNumber
          ),
        },
        { name: t`Phone Number`, value: contact },
        { name: t`Email`, value: email && <MailAddress address={email} /> },
        { name: t`Gender`, value: word(gender) },
        { name: t`Age`, value: String(age) },
        {
          name: t`Account`,
          value: account ? (
            <>
              {account.fullName}, <MailAddress address={account.email} />
            </>
          ) : (
            t`none: booked by the laboratory`
          ),
        },
        { name: t`Date`, value: longDay(dayOf(visit.scheduledDate, zone)) },
        { name: t`Time`, value: `${timeOf(visit.scheduledDate, zone)}–${timeOf(visit.endsAt, zone)}` },
        namesSite(visit.site.id)
          ? { name: t`Place`, value: `${visit.site.name}, ${chair?.name ?? 'no chair'}` }
          : { name: t`Chair`, value: chair?.name ?? t`none` },
        { name: t`Test Type`, value: visit.testType.join(', ') },
        ...(visit.packages.length > 0 ? [{ name: t`Package`, value: visit.packages.join(', ') }] : []),
        {
          name: t`Priority`,
          value: <Badge tone={priorityTones[visit.priority]}>{priorityLabels[visit.priority]}</Badge>,
        },
        { name: t`Reference`, value: visit.reference },
      ]}
    />
  )
}
