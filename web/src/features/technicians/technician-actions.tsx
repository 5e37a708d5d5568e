import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import {
  deactivateTechnician,
  resendInvitation,
  type Technician,
  withdrawInvitation,
} from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { buttonClass } from '../../ui/button.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { Leaving } from './leaving.tsx'
import { StaffSessions } from './staff-sessions.tsx'

/** What can be done with somebody on the list; nothing with those who left. */
export function TechnicianActions({ technician }: { technician: Technician }) {
  if (technician.status === 'Deactivated') return '—'
  return (
    <div className="my-[-9px] flex flex-wrap">
      <Link
        to="/manager-dashboard/technicians/$id"
        params={{ id: technician.id }}
        className={buttonClass({ variant: 'plain' })}
        aria-label={t`Edit ${technician.fullName}`}
      >
        <Trans>Edit</Trans>
      </Link>
      {technician.status === 'Invited' ? (
        <InvitationActions
          invited={technician}
          resend={() => call(resendInvitation, { params: { id: technician.id } })}
          withdraw={() => call(withdrawInvitation, { params: { id: technician.id } })}
        />
      ) : (
        <>
          <StaffSessions person={technician} />
          <Leaving
            person={technician}
            title={translated(messages.technicians.confirmDelete)}
            endpoint={deactivateTechnician}
          />
        </>
      )}
    </div>
  )
}
