import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ContactMessageScreen } from '../../features/contact/inbox/message-screen.tsx'
import { ReportProblem } from '../../features/nonconformities/report-problem.tsx'

export const Route = createFileRoute('/manager-dashboard/messages_/$id')({
  staticData: { title: t`Message`, back: '/manager-dashboard/messages' },
  component: () => (
    <ContactMessageScreen
      {...Route.useParams()}
      more={<ReportProblem messageId={Route.useParams().id} kind="complaint" />}
    />
  ),
})
