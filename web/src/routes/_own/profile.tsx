import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '../../features/access/profile-screen.tsx'

export const Route = createFileRoute('/_own/profile')({
  staticData: { title: t`Profile` },
  component: ProfileScreen,
})
