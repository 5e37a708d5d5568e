import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contactMessages } from '#contract/contact.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { Card } from '../../ui/card.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import { Loaded } from './loaded.tsx'
import css from './messages-screen.module.css'

const pageSize = 20

export function MessagesScreen() {
  const { cursor, pager } = useKeyPages('')
  const received = useQuery({
    ...queryFor(contactMessages, { query: { limit: pageSize, cursor } }),
    placeholderData: keepPreviousData,
  })
  const zone = browserZone()
  return (
    <Page measure="text">
      <PageHeader title="Messages" about="What people wrote through the contact form, newest first." />
      <Loaded query={received} failure="Failed to fetch messages">
        {({ messages, nextCursor }) =>
          messages.length === 0 ? (
            <EmptyState
              picture={<LetterDrawing />}
              title="No messages yet"
              about="What people write through the contact form appears here."
            />
          ) : (
            <>
              <ul className={css.list}>
                {messages.map(({ id, name, email, message, receivedAt }) => (
                  <li key={id}>
                    <Card>
                      <header className={css.head}>
                        <h2 className={css.name}>{name}</h2>
                        <span className={css.when}>
                          <When at={receivedAt} zone={zone} />
                        </span>
                      </header>
                      <a href={`mailto:${email}`}>{email}</a>
                      <p className={css.message}>{message}</p>
                    </Card>
                  </li>
                ))}
              </ul>
              <Pager {...pager(nextCursor)} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
