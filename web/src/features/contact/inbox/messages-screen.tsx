import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { type ContactMessage, type ContactState, contactMessages, contactStates } from '#contract/contact.ts'
import { browserZone } from '../../../lib/times.ts'
import { Choice, FilterBar } from '../../../screen/filter-bar.tsx'
import { List } from '../../../screen/list.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { LetterDrawing } from '../../../ui/drawings.tsx'
import { When } from '../../../ui/when.tsx'
import { type MessageView, messageAddress } from './message-search.ts'
import { contactStateWords, saySigns } from './message-words.ts'
import { MessagesFrame } from './messages-frame.tsx'

/** What came through the contact form, by what became of it. */
export function MessagesScreen() {
  const filters = useFilters(messageAddress)
  const { view = 'open' } = filters.search
  const list = useList(
    contactMessages,
    { query: { limit: 20, state: view === 'all' ? undefined : view } },
    { refetchInterval: 60_000 },
  )
  const label = (one: ContactState) => {
    const count = one === 'open' || one === 'spam' ? list.data?.counts[one] : undefined
    return `${contactStateWords[one].label}${count === undefined ? '' : ` (${count >= 1_000 ? '1,000+' : count})`}`
  }
  const states = contactStates.map((value) => ({ value, label: label(value) }))
  return (
    <MessagesFrame>
      <FilterBar label={t`Messages shown`} filters={filters}>
        <Choice
          name="view"
          label={t`Status`}
          options={[...states, { value: 'all', label: t`All` }]}
          usual="open"
        />
      </FilterBar>
      <List
        list={list}
        failure={t`Failed to fetch messages`}
        empty={{ picture: <LetterDrawing />, ...nothing[view] }}
      >
        {(received) => (
          <ul className="stack gap-4">
            {received.map((message) => (
              <li key={message.id}>
                <MessageCard message={message} />
              </li>
            ))}
          </ul>
        )}
      </List>
    </MessagesFrame>
  )
}

function MessageCard({
  message: { id, name, email, message, receivedAt, state, signs },
}: {
  message: ContactMessage
}) {
  const { label, tone } = contactStateWords[state]
  return (
    <Card>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="wrap-anywhere min-w-0 text-l">
          <Link to="/manager-dashboard/messages/$id" params={{ id }}>
            {name}
          </Link>
        </h2>
        <span className="hint">
          <When at={receivedAt} zone={browserZone()} />
        </span>
      </header>
      <p className="row hint wrap-anywhere mt-2 gap-x-3 gap-y-2">
        <Badge tone={tone}>{label}</Badge> {email}
      </p>
      <p className="wrap-anywhere mt-3 line-clamp-3 whitespace-pre-wrap">{message}</p>
      {state === 'spam' && signs.length > 0 && (
        <p className="row hint wrap-anywhere mt-2 gap-x-3 gap-y-2">{saySigns(signs)}</p>
      )}
    </Card>
  )
}

const nothing: Readonly<Record<MessageView, { title: string; about: string }>> = {
  open: {
    title: t`No open messages`,
    about: t`What people write through the contact form appears here until it is answered or done.`,
  },
  answered: { title: t`Nothing answered yet`, about: t`Messages that were answered from here appear here.` },
  done: { title: t`Nothing marked as done`, about: t`Messages that were marked as done appear here.` },
  spam: {
    title: t`No spam`,
    about: t`Messages that look like spam are kept here and not mailed. Check now and then for messages from real people.`,
  },
  all: { title: t`No messages yet`, about: t`What people write through the contact form appears here.` },
}
