import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  answerContactMessage,
  type OpenedMessage,
  readContactMessage,
  sortContactMessage,
} from '#contract/contact.ts'
import { call } from '../../../api/client.ts'
import { queryFor, renew } from '../../../api/queries.ts'
import { browserZone } from '../../../lib/times.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { Loaded } from '../../../screen/rows.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Conversation } from '../../../ui/conversation.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { contactStateWords, saySigns } from './message-words.ts'

/** A message of the contact form, to read, answer and sort it. `more`: further actions. */
export function ContactMessageScreen({ id, more }: { id: string; more: ReactNode }) {
  // What another did meanwhile is seen before an answer is finished.
  const opened = useQuery({ ...queryFor(readContactMessage, { params: { id } }), refetchInterval: 30_000 })
  // Somebody else's answer takes nobody's words away.
  const [typing, setTyping] = useState(false)
  return (
    <Screen
      rhythm="cards"
      measure="text"
      title={opened.data ? t`Message from ${opened.data.name}` : t`Message`}
    >
      <Loaded query={opened} failure={t`Failed to fetch the message`}>
        {(contact) => (
          <div className="stack gap-4">
            {contact.thread.length > 1 && <Earlier contact={contact} />}
            <Said contact={contact} />
            {contact.answers.map(({ id: answerId, text, by, at }) => (
              <Card key={answerId}>
                <p className="row hint wrap-anywhere mt-2 gap-x-3 gap-y-2">
                  <Trans>
                    Answered by {by}, <When at={at} zone={browserZone()} />
                  </Trans>
                </p>
                <p className="wrap-anywhere mt-3 whitespace-pre-wrap">{text}</p>
              </Card>
            ))}
            {(contact.state === 'open' || typing) && <AnswerForm contact={contact} onTyping={setTyping} />}
            <Sorting contact={contact} />
            <p>{more}</p>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** The other messages and answers of the conversation with this patient, folded. */
function Earlier({ contact: { id, answers, thread } }: { contact: OpenedMessage }) {
  const shown = [id, ...answers.map((answer) => answer.id)]
  const others = thread.filter((entry) => !shown.includes(entry.id))
  return (
    <details>
      <summary className="tap">
        <Trans>The conversation with this patient</Trans>
      </summary>
      <Conversation entries={others} patient={t`Patient`} />
    </details>
  )
}

function Said({ contact }: { contact: OpenedMessage }) {
  const { accountId, email, message, receivedAt, state, signs, sorted } = contact
  const { label, tone } = contactStateWords[state]
  return (
    <>
      {state === 'spam' && (
        <Notice kind="warning">
          <p>
            {sorted
              ? t`Marked as spam by ${sorted.by}.`
              : t`${saySigns(signs)} It was not mailed to the laboratory. If a person wrote it, open it and answer.`}
          </p>
        </Notice>
      )}
      <Card>
        <p className="row hint wrap-anywhere mt-2 gap-x-3 gap-y-2">
          <Badge tone={tone}>{label}</Badge>
          {accountId === null ? (
            <a href={`mailto:${email}`}>{email}</a>
          ) : (
            <Link to="/manager-dashboard/patients/$id" params={{ id: accountId }}>
              <Trans>Open the patient</Trans>
            </Link>
          )}
          <When at={receivedAt} zone={browserZone()} />
          {state === 'done' && sorted && (
            <span>
              <Trans>Done by {sorted.by}</Trans>
            </span>
          )}
        </p>
        <p className="wrap-anywhere mt-3 whitespace-pre-wrap">{message}</p>
      </Card>
    </>
  )
}

function AnswerForm({
  contact: { id, email, accountId },
  onTyping,
}: {
  contact: OpenedMessage
  onTyping: (typing: boolean) => void
}) {
  const form = useResourceForm(answerContactMessage, {
    params: { id },
    onDone: () => onTyping(false),
    again: true,
  })
  return (
    <Card>
      <ResourceForm form={form}>
        <TextArea
          name="text"
          label={t`Answer`}
          rows={7}
          required
          maxLength={5_000}
          onInput={({ currentTarget: { value } }) => onTyping(value !== '')}
          hint={
            accountId === null
              ? t`Goes to ${email} with their message quoted. What they answer comes to the laboratory’s mailbox.`
              : t`The patient reads it in the product and is told that there is an answer.`
          }
        />
        <FormActions>
          <SubmitButton pendingText={t`Sending…`}>
            <Trans>Send answer</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

function Sorting({ contact: { id, state } }: { contact: OpenedMessage }) {
  const sort = useCall(
    (to: 'open' | 'done' | 'spam') => call(sortContactMessage, { params: { id }, body: { from: state, to } }),
    { saysRefusal: true, onRefused: () => renew(sortContactMessage) },
  )
  const ways =
    state === 'open'
      ? ([
          ['done', t`Mark as done`],
          ['spam', t`Mark as spam`],
        ] as const)
      : ([['open', state === 'spam' ? t`Not spam: open it` : t`Open again`]] as const)
  return (
    <div className="flex flex-wrap gap-3">
      {ways.map(([to, label]) => (
        <Button
          key={to}
          pending={sort.isPending && sort.variables === to}
          disabled={sort.isPending}
          onClick={() => sort.mutate(to)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
