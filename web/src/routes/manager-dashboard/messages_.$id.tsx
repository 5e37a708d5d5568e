import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ContactMessageScreen } from '../../features/areas/contact-message-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/messages_/$id')({
  staticData: { title: t`Message` },
  component: Message,
})

function Message() {
  const { id } = Route.useParams()
  return <ContactMessageScreen key={id} id={id} />
}
