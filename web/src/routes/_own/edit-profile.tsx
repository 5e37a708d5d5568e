import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { EditProfileScreen } from '../../features/access/edit-profile-screen.tsx'

export const Route = createFileRoute('/_own/edit-profile')({
  staticData: { title: t`Edit profile` },
  component: EditProfileScreen,
})
