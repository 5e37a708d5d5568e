import { t } from '@lingui/core/macro'
import { Page, PageHeader } from '../../ui/page.tsx'
import { TechnicianForm } from './technician-form.tsx'

export function InviteScreen() {
  return (
    <Page measure="text">
      <PageHeader
        title={t`Invite Technician`}
        about={t`They choose a password with a link that works once, for 7 days.`}
      />
      <TechnicianForm submit={t`Send Invitation`} />
    </Page>
  )
}
