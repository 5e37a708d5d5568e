import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, takeFragment } from '../../features/access/fragment.ts'
import { SetUpScreen } from '../../features/access/set-up-screen.tsx'

export const Route = createFileRoute('/_public/set-up')({
  staticData: { title: t`Set up` },
  beforeLoad: ({ location }) => takeFragment('/set-up', location),
  onLeave: () => dropFragment('/set-up'),
  component: SetUpScreen,
})
