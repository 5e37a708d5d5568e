import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { inviteTechnician, listTechnicians } from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { useProblem } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { TechnicianForm, type TechnicianValues } from './technician-form.tsx'

export function InviteScreen() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const invite = useMutation({
    mutationFn: (body: TechnicianValues) => call(inviteTechnician, { body }),
    onSuccess: async () => {
      toast('success', translated(messages.technicians.invited))
      await queryClient.invalidateQueries({ queryKey: keyOf(listTechnicians), refetchType: 'all' })
      await navigate({ to: '/manager-dashboard/technicians' })
    },
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
