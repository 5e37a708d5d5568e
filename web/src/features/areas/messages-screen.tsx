import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ContactMessage, type ContactState, contactMessages, contactStates } from '#contract/contact.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import { Loaded } from './loaded.tsx'
import { contactStateWords, saySigns } from './message-words.ts'
import { MessagesFrame } from './messages-frame.tsx'

const pageSize = 20

export const messageViews = [...contactStates, 'all'] as const
export type MessageView = (typeof messageViews)[number]

/** What came through the contact form, by what became of it. */
export function MessagesScreen({ view }: { view: MessageView }) {
  const { cursor, pager } = useKeyPages(view)
  const received = useQuery({
    ...queryFor(contactMessages, {
      query: { limit: pageSize, cursor, ...(view !== 'all' && { state: view }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <MessagesFrame>
      <ViewFilter view={view} counts={received.data?.counts} />
      <Loaded query={received} failure={t`Failed to fetch messages`}>
        {({ rows: messages, nextCursor }) =>
          messages.length === 0 ? (
            <EmptyState picture={<LetterDrawing />} {...nothing[view]} />
          ) : (
            <>
              <ul className="stack gap-4">
                {messages.map((message) => (
                  <li key={message.id}>
                    <MessageCard message={message} />
                  </li>
                ))}
              </ul>
              <Pager {...pager(nextCursor)} />
            </>
          )
        }
      </Loaded>
    </MessagesFrame>
  )
}

function ViewFilter({
  view,
  counts,
}: {
  view: MessageView
  counts?: { open: number; spam: number } | undefined
}) {
  const navigate = useNavigate()
  const label = (one: ContactState) => {
    const count = one === 'open' || one === 'spam' ? counts?.[one] : undefined
    return `${contactStateWords[one].label}${count === undefined ? '' : ` (${count >= 1_000 ? '1,000+' : count})`}`
  }
  return (
    <search className="mb-4 max-w-[20rem]" aria-label={t`Messages shown`}>
      <SelectField
        name="view"
        label={t`State`}
        options={[
          ...contactStates.map((value) => ({ value, label: label(value) })),
          { value: 'all', label: t`All` },
        ]}
        value={view}
        onChange={({ currentTarget: { value } }) => {
          const chosen = messageViews.find((one) => one === value)
          void navigate({
            to: '/manager-dashboard/messages',
            search: { view: chosen === 'open' ? undefined : chosen },
            replace: true,
          })
        }}
      />
    </search>
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
  done: { title: t`Nothing marked as done`, about: t`Messages that need no answer by e-mail appear here.` },
  spam: {
    title: t`No spam`,
    about: t`What looks like spam is put aside here and not mailed. Look now and then whether a person is among it.`,
  },
  all: { title: t`No messages yet`, about: t`What people write through the contact form appears here.` },
}
