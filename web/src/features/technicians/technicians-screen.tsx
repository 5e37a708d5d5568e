import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { listTechnicians, type Technician } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CalendarIcon, PlusIcon } from '../../ui/icons.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { ShowLeft } from './show-left.tsx'
import { Specialties } from './specialties.tsx'
import { Standing } from './standing.tsx'
import { TechnicianActions } from './technician-actions.tsx'

const columns: readonly Column<Technician>[] = [
  {
    header: t`Full Name`,
    cell: ({ fullName }) => <strong>{fullName}</strong>,
    sort: ({ fullName }) => fullName,
  },
  {
    header: t`Contact`,
    cell: ({ email, phone }) => (
      <>
        <span className="block">
          <MailAddress address={email} />
        </span>
        {phone && <span className="block">{phone}</span>}
      </>
    ),
  },
  { header: t`Specialties`, cell: ({ specialties }) => <Specialties names={specialties} /> },
  { header: t`Status`, cell: (technician) => <Standing person={technician} />, sort: ({ status }) => status },
  { header: t`Actions`, cell: (technician) => <TechnicianActions technician={technician} /> },
]

/** Everybody who does tests here or is invited to; those who left only when asked for. */
export function TechniciansScreen() {
  const { data: technicians } = useSuspenseQuery(queryFor(listTechnicians))
  const [withLeft, setWithLeft] = useState(false)
  const staff = technicians.filter(({ status }) => status !== 'Deactivated')
  const left = technicians.length - staff.length
  const invite = (
    <>
      <Link to="/manager-dashboard/technicians/shifts" search={{}} className={buttonClass()}>
        <CalendarIcon />
        <Trans>Shifts</Trans>
      </Link>
      <Link to="/manager-dashboard/technicians/invite" className={buttonClass({ variant: 'primary' })}>
        <PlusIcon />
        <Trans>Invite Technician</Trans>
      </Link>
    </>
  )
  return (
    <Screen title={t`Technicians`} about={staff.length > 0 && sayStaff(staff)} action={invite}>
      <ShowLeft count={left} shown={withLeft} onShow={setWithLeft} />
      <DataTable
        caption={t`Technicians by name`}
        columns={columns}
        rows={withLeft ? technicians : staff}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            picture={<MicroscopeDrawing />}
            title={translated(messages.lists.noStaff)}
            about={t`Invite the first technician: they choose a password with the link that they are mailed.`}
          />
        }
      />
    </Screen>
  )
}

/** "5 at work, 2 invited" */
function sayStaff(staff: readonly Technician[]): string {
  const invited = staff.filter(({ status }) => status === 'Invited').length
  const atWork = t`${staff.length - invited} at work`
  return invited === 0 ? atWork : t`${atWork}, ${invited} invited`
}
