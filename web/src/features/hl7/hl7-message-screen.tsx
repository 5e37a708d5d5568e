import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { discardHl7Message, type Hl7MessageDetail, readHl7Message, repeatHl7Message } from '#contract/hl7.ts'
import { hl7MessageStates } from '#contract/hl7-states.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, exactly } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { messageTones } from './hl7-words.ts'

/** A message with its text, its answer and what became of it. */
export function Hl7MessageScreen({ id, message: messageId }: { id: string; message: string }) {
  const params = { id, message: messageId }
  const { data: message } = useSuspenseQuery(queryFor(readHl7Message, { params }))
  const { direction, state, reason, text, isCutShort, answer, times, lastAt } = message
  return (
    <Screen
      rhythm="cards"
      title={t`Message of ${exactly(message.at, browserZone())}`}
      state={<Badge tone={messageTones[state]}>{translated(hl7MessageStates[state])}</Badge>}
      action={<Decide id={id} message={message} />}
    >
      {reason !== '' && (
        <Notice kind={state === 'done' ? 'info' : 'warning'}>
          <p>{reason}</p>
        </Notice>
      )}
      {direction === 'out' && times > 0 && (
        <p>
          <Plural value={times} one="Sent once" other="Sent # times" />
          {', '}
          <When at={lastAt} zone={browserZone()} />
        </p>
      )}
      {text === '' ? (
        <p className="hint">{t`The message is written when it is sent.`}</p>
      ) : (
        <Segments title={t`Message`} text={text} />
      )}
      {isCutShort && <p className="hint">{t`Only the beginning of the message is shown.`}</p>}
      {answer !== '' && <Segments title={t`Answer`} text={answer} />}
    </Screen>
  )
}

const Segments = ({ title, text }: { title: string; text: string }) => (
  <Card className="stack gap-3">
    <h2>{title}</h2>
    <pre className="wrap-anywhere max-h-120 overflow-auto whitespace-pre-wrap text-s" dir="ltr">
      {text}
    </pre>
  </Card>
)

const repeatable = new Set(['held', 'sent', 'failed'])

function Decide({ id, message: { id: message, state } }: { id: string; message: Hl7MessageDetail }) {
  const params = { id, message }
  const again = useCall(() => call(repeatHl7Message, { params }), { saysRefusal: true })
  if (!repeatable.has(state)) return null
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" pending={again.isPending} onClick={() => again.mutate()}>
        {state === 'held' ? <Trans>Process again</Trans> : <Trans>Send again</Trans>}
      </Button>
      {state === 'held' && <Discard params={params} />}
    </div>
  )
}

function Discard({ params }: { params: { id: string; message: string } }) {
  const dialog = useFormDialog(discardHl7Message, { params, start: { reason: '' } })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Discard` }}
      scope="hl7-discard"
      title={t`Discard the message`}
      submit={t`Discard`}
    >
      <TextField name="reason" label={t`Reason`} required maxLength={300} data-first-focus="" />
    </DialogForm>
  )
}
