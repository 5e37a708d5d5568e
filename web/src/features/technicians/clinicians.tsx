import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Clinician,
  deactivateClinician,
  listClinicians,
  resendClinician,
  withdrawClinician,
} from '#contract/clinicians.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { InviteClinician } from './invite-clinician.tsx'
import { Leaving } from './leaving.tsx'
import { ShowLeft } from './show-left.tsx'
import { StaffSessions } from './staff-sessions.tsx'
import { Standing } from './standing.tsx'

/** Clinicians who may order for patients of their facilities; those whose access has ended only when asked for. */
export function Clinicians() {
  const {
    data: { clinicians: all },
  } = useSuspenseQuery(queryFor(listClinicians))
  const [withLeft, setWithLeft] = useState(false)
  const present = all.filter(({ status }) => status !== 'Deactivated')
  const columns: readonly Column<Clinician>[] = [
    {
      header: t`Full Name`,
      cell: ({ fullName }) => <strong>{fullName}</strong>,
      sort: ({ fullName }) => fullName,
    },
    { header: t`Facility`, cell: ({ facility }) => facility.name, sort: ({ facility }) => facility.name },
    { header: t`Email`, cell: ({ email }) => <MailAddress address={email} />, sort: ({ email }) => email },
    { header: t`Status`, cell: (one) => <Standing person={one} /> },
    { header: t`Actions`, cell: (one) => <Actions of={one} /> },
  ]
  return (
    <Card aria-labelledby="clinicians">
      <div className="row mb-3 justify-between gap-3">
        <h2 id="clinicians" className="text-l">
          <Trans>Clinicians</Trans>
        </h2>
        <InviteClinician />
      </div>
      <ShowLeft count={all.length - present.length} shown={withLeft} onShow={setWithLeft} />
      <DataTable
        caption={t`Clinicians by name`}
        columns={columns}
        rows={withLeft ? all : present}
        rowKey={({ id }) => id}
        empty={
          <p>
            <Trans>No clinician is invited yet.</Trans>
          </p>
        }
      />
    </Card>
  )
}

function Actions({ of }: { of: Clinician }) {
  const { id, fullName, status } = of
  if (status === 'Deactivated') return '—'
  return (
    <div className="my-[-9px] flex flex-wrap">
      {status === 'Invited' ? (
        <InvitationActions
          invited={of}
          resend={() => call(resendClinician, { params: { id } })}
          withdraw={() => call(withdrawClinician, { params: { id } })}
        />
      ) : (
        <>
          <StaffSessions person={of} />
          <Leaving person={of} title={t`Deactivate ${fullName}?`} endpoint={deactivateClinician} />
        </>
      )}
    </div>
  )
}
