import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { admit } from '../../features/access/admit.ts'
import { EditProfileScreen } from '../../features/access/edit-profile-screen.tsx'

export const Route = createFileRoute('/_own/edit-profile-tech')({
  staticData: { title: t`Edit profile` },
  beforeLoad: (visit) => admit(visit, ['technician']).then(() => {}),
  component: () => <EditProfileScreen profile="/profile-tech" />,
})
