import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SentBoxesScreen } from '../../features/laboratory/referrals/sent-boxes-screen.tsx'

export const Route = createFileRoute('/_bench/referrals/boxes/')({
  staticData: { title: t`Boxes for other laboratories`, back: '/referrals' },
  component: SentBoxesScreen,
})
