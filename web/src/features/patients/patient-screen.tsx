import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { notificationMethodLabels } from '#contract/options.ts'
import { type PatientRecord, readPatientRecord } from '#contract/patients.ts'
import { queryFor } from '../../api/queries.ts'
import { careWords } from '../../lib/care-words.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { MessageList } from './message-list.tsx'
import { countVisits } from './person-card.tsx'
import { VisitsTable } from './visits-table.tsx'

/** The account of a patient: how it is reached, the persons that it opens, what it booked, and what was written to it. */
export function PatientScreen({ id }: { id: string }) {
  const { data: record } = useSuspenseQuery(queryFor(readPatientRecord, { params: { id } }))
  const { patient } = record
  const active = patient.status === 'Active'
  return (
    <Screen
      rhythm="cards"
      title={patient.fullName}
      state={patient.status !== 'Active' && <Badge>{patient.status}</Badge>}
      about={t`Account of a patient`}
      action={
        active && (
          <Link
            to="/manager-dashboard/appointments/book"
            search={{ patient: patient.id }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Trans>Book for this patient</Trans>
          </Link>
        )
      }
    >
      <div className="flex flex-wrap items-start gap-6">
        <div className="stack min-w-0 flex-[3_1_440px] gap-6 max-sm:basis-full">
          <Card aria-label={t`Details`}>
            <PatientFacts record={record} />
            <div className="mt-4 flex flex-wrap gap-3">
              {active && <ContactDialog record={record} />}
              <Link to="/manager-dashboard/audit" search={{ about: patient.id }} className={buttonClass({})}>
                <Trans>Who read or changed this</Trans>
              </Link>
            </div>
          </Card>
          <section aria-labelledby="visits" className="[&_h2]:mb-3 [&_h2]:text-l">
            <h2 id="visits">
              <Trans>Visits</Trans>
            </h2>
            <VisitsTable id={patient.id} name={patient.fullName} />
          </section>
        </div>
        <div className="stack min-w-0 flex-[1_1_280px] gap-6 max-sm:basis-full">
          {record.people.length > 0 && (
            <section aria-labelledby="people" className="[&_h2]:mb-3 [&_h2]:text-l">
              <h2 id="people">
                <Trans>People</Trans>
              </h2>
              <ul className="stack gap-4">
                {record.people.map((person) => (
                  <li key={person.id} className="wrap-anywhere">
                    <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
                      {person.fullName}
                    </Link>
                    , {careWords[person.kind]}, {person.number}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="messages" className="[&_h2]:mb-3 [&_h2]:text-l">
            <h2 id="messages">
              <Trans>Messages</Trans>
            </h2>
            <MessageList messages={record.messages} />
          </section>
        </div>
      </div>
    </Screen>
  )
}

function PatientFacts({
  record: { patient, counts, notificationMethod, pendingEmail },
}: {
  record: PatientRecord
}) {
  return (
    <Facts
      facts={[
        { name: t`Full Name`, value: patient.fullName },
        { name: t`Phone Number`, value: patient.phone },
        { name: t`Email`, value: patient.email && <MailAddress address={patient.email} /> },
        ...(pendingEmail ? [{ name: t`New e-mail, to be confirmed`, value: pendingEmail }] : []),
        { name: t`Since`, value: longDay(dayOf(patient.since, browserZone())) },
        ...(notificationMethod
          ? [{ name: t`Notifications`, value: translated(notificationMethodLabels[notificationMethod]) }]
          : []),
        {
          name: t`Visits`,
          value: t`${countVisits(counts.visits)}: ${counts.upcoming} to come, ${counts.completed} completed, ${counts.noShow} no-shows`,
        },
      ]}
    />
  )
}
