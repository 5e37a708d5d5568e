import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, fragmentValue, takeFragment } from '../../features/identity/fragment.ts'
import { SharedScreen } from '../../features/results/shared-screen.tsx'

/** The link's secret is taken out of the address before the screen shows; its title says nothing of what it opens. */
export const Route = createFileRoute('/_public/shared')({
  staticData: { title: 'Shared with you' },
  beforeLoad: ({ location }) => takeFragment('/shared', location),
  onLeave: () => dropFragment('/shared'),
  component: () => <SharedScreen token={fragmentValue('/shared', 'token')} />,
})
