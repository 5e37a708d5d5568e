import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotAuthorized } from '../../features/frame/not-authorized.tsx'

export const Route = createFileRoute('/_public/not-authorized')({
  staticData: { title: t`Access denied` },
  component: NotAuthorized,
})
