import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { notificationMethodLabels } from '#contract/options.ts'
import { type PatientRecord, readPatientRecord } from '#contract/patients.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { BackToPatients } from './duplicates-screen.tsx'
import { JoinFinder } from './join-finder.tsx'
import { JoinList } from './join-list.tsx'
import type { Merged } from './merge-dialog.tsx'
import { MergedNotice } from './merged-notice.tsx'
import { MessageList } from './message-list.tsx'
import { PairList } from './pair-list.tsx'
import css from './patients.module.css'
import { countVisits } from './person-card.tsx'
import { VisitsTable } from './visits-table.tsx'

/** One patient: who they are and how they are reached, their visits, what was written to them, and joins. */
export function PatientScreen({ id }: { id: string }) {
  const { data: record } = useSuspenseQuery(queryFor(readPatientRecord, { params: { id } }))
  const [merged, setMerged] = useState<Merged | null>(null)
  const [editing, setEditing] = useState(false)
  const { patient } = record
  const active = patient.hasAccount && patient.status === 'Active'
  return (
    <Page>
      <BackToPatients />
      <PageHeader
        title={patient.fullName}
        about={
          <>
            {patient.hasAccount ? 'Patient with an account' : 'Patient without an account'}{' '}
            {patient.status !== 'Active' && <Badge>{patient.mergedInto ? 'Joined' : patient.status}</Badge>}
          </>
        }
        action={
          active && (
            <Link
              to="/manager-dashboard/appointments/book"
              search={{ patient: patient.id }}
              className={buttonClass({ variant: 'primary' })}
            >
              Book for this patient
            </Link>
          )
        }
      />
      {merged && <MergedNotice merged={merged} onUndone={() => setMerged(null)} />}
      {patient.mergedInto && (
        <Notice className={css.notice}>
          <p>
            This account was joined to{' '}
            <Link to="/manager-dashboard/patients/$id" params={{ id: patient.mergedInto.id }}>
              {patient.mergedInto.fullName}
            </Link>
            , where its visits are.
          </p>
        </Notice>
      )}
      <div className={css.columns}>
        <div className={css.main}>
          <Card aria-label="Details">
            <PatientFacts record={record} />
            <div className={css.buttons}>
              {active && <Button onClick={() => setEditing(true)}>Change details</Button>}
              {patient.hasAccount && (
                <Link
                  to="/manager-dashboard/audit"
                  search={{ about: patient.id }}
                  className={buttonClass({})}
                >
                  Who read or changed this
                </Link>
              )}
            </div>
          </Card>
          <section aria-labelledby="visits" className={css.part}>
            <h2 id="visits">Visits</h2>
            <VisitsTable id={patient.id} name={patient.fullName} />
          </section>
        </div>
        <div className={css.beside}>
          {record.duplicates.length > 0 && (
            <section aria-labelledby="duplicates" className={css.part}>
              <h2 id="duplicates">Could be the same person</h2>
              <PairList pairs={record.duplicates} onMerged={setMerged} />
            </section>
          )}
          {active && <JoinFinder patient={patient} onMerged={setMerged} />}
          {record.merges.length > 0 && (
            <section aria-labelledby="joins" className={css.part}>
              <h2 id="joins">Joined records</h2>
              <JoinList merges={record.merges} onUndone={() => setMerged(null)} />
            </section>
          )}
          <section aria-labelledby="messages" className={css.part}>
            <h2 id="messages">Messages</h2>
            <MessageList messages={record.messages} />
          </section>
        </div>
      </div>
      {editing && <ContactDialog record={record} onClose={() => setEditing(false)} />}
    </Page>
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
        { name: 'Full Name', value: patient.fullName },
        { name: 'Phone Number', value: patient.phone },
        { name: 'Email', value: patient.email && <MailAddress address={patient.email} /> },
        ...(pendingEmail ? [{ name: 'New e-mail, to be confirmed', value: pendingEmail }] : []),
        ...(patient.hasAccount
          ? [{ name: 'Since', value: longDay(dayOf(patient.since, browserZone())) }]
          : []),
        ...(notificationMethod
          ? [{ name: 'Notifications', value: notificationMethodLabels[notificationMethod] }]
          : []),
        ...(patient.age === null
          ? []
          : [{ name: 'At the last visit', value: `${patient.gender}, ${patient.age}` }]),
        {
          name: 'Visits',
          value: `${countVisits(patient.visits)}: ${counts.upcoming} to come, ${counts.completed} completed, ${counts.noShow} no-shows`,
        },
      ]}
    />
  )
}
