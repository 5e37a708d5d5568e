import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, fragmentValue, takeFragment } from '../../features/access/fragment.ts'
import { ResultLinkScreen } from '../../features/results/report/result-link-screen.tsx'

/** The link's secret is taken out of the address before the screen shows, as on `/shared`. */
export const Route = createFileRoute('/_public/result')({
  staticData: { title: t`Your results` },
  beforeLoad: ({ location }) => {
    takeFragment('/result', location)
    return { token: fragmentValue('/result', 'k') }
  },
  onLeave: () => dropFragment('/result'),
  component: Result,
})

function Result() {
  const { token } = Route.useRouteContext()
  return <ResultLinkScreen key={token} token={token} />
}
