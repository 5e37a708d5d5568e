import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { verifyReport } from '#contract/reports.ts'
import { queryFor } from '../../api/queries.ts'
import { VerifyScreen } from '../../features/results/report/verify-screen.tsx'

export const Route = createFileRoute('/_public/verify/$code')({
  staticData: { title: t`Verify a report` },
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(queryFor(verifyReport, { params })).then(() => {}),
  component: () => <VerifyScreen {...Route.useParams()} />,
})
