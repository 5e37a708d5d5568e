import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ReceiveScreen } from '../../features/laboratory/samples/receive-screen.tsx'

export const Route = createFileRoute('/_bench/receive')({
  staticData: { title: t`Receive samples` },
  component: ReceiveScreen,
})
