import { t } from '@lingui/core/macro'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AllowAppScreen } from '../../features/apps/allow-app-screen.tsx'

export const Route = createFileRoute('/_own/allow-app')({
  staticData: { title: t`An app asks to read` },
  component: AllowApp,
})

function AllowApp() {
  const hash = useLocation({ select: (location) => location.hash })
  return <AllowAppScreen refused={hash.startsWith('error=')} />
}
