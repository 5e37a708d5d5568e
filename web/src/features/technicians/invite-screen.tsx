import { t } from '@lingui/core/macro'
import { Screen } from '../../screen/screen.tsx'
import { TechnicianForm } from './technician-form.tsx'

export function InviteScreen() {
  return (
    <Screen
      measure="text"
      title={t`Invite Technician`}
      about={t`They choose a password with a link that works once, for 7 days.`}
    >
      <TechnicianForm submit={t`Send Invitation`} />
    </Screen>
  )
}
