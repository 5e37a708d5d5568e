import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { inviteTechnician } from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { useProblem } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { TechnicianForm, type TechnicianValues } from './technician-form.tsx'

export function InviteScreen() {
  const navigate = useNavigate()
  const invite = useCall((body: TechnicianValues) => call(inviteTechnician, { body }), {
    says: translated(messages.technicians.invited),
    onDone: () => navigate({ to: '/manager-dashboard/technicians' }),
  })
  return (
    <Page measure="text">
      <PageHeader
        title={t`Invite Technician`}
        about={t`They choose a password with a link that works once, for 7 days.`}
      />
      <TechnicianForm
        submit={t`Send Invitation`}
        error={useProblem(invite.error, translated(messages.technicians.inviteFailure))}
        pending={invite.isPending}
        onSubmit={(values) => invite.mutate(values)}
      />
    </Page>
  )
}
