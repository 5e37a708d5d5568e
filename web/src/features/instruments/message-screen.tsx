import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { holdReasons } from '#contract/hold-reasons.ts'
import {
  type BecomingValue,
  measuredStates,
  messageStates,
  readInstrumentMessage,
  sendThroughAgain,
} from '#contract/instruments.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { exactly } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { messageTones } from './message-list.tsx'

const tones: Readonly<Record<BecomingValue['state'], Tone>> = {
  matched: 'ok',
  held: 'warning',
  control: 'info',
  unused: 'quiet',
  repeated: 'quiet',
  discarded: 'neutral',
}

const columns: readonly Column<BecomingValue>[] = [
  { header: t`Sample`, cell: ({ sample }) => <span className="figures">{sample || '–'}</span> },
  {
    header: t`Code`,
    cell: ({ code, name }) => (
      <>
        {code}
        {name && <small className="hint block">{name}</small>}
      </>
    ),
  },
  {
    header: t`Sent`,
    cell: ({ value, unit, flags }) => `${value} ${unit} ${flags.join(' ')}`.trim() || '–',
  },
  { header: t`Analyte`, cell: ({ analyte, becomes }) => (analyte ? `${analyte} ${becomes}` : '–') },
  {
    header: t`Outcome`,
    cell: ({ state, reason }) => (
      <>
        <Badge tone={tones[state]}>{translated(measuredStates[state])}</Badge>
        {reason && <small className="hint block">{translated(holdReasons[reason])}</small>}
      </>
    ),
  },
]

/** A message with its records, and the outcome of its values. */
export function MessageScreen({
  id,
  message: messageId,
  zone,
}: {
  id: string
  message: string
  zone: string
}) {
  const params = { id, message: messageId }
  const { data: message } = useSuspenseQuery(queryFor(readInstrumentMessage, { params }))
  const again = useCall(() => call(sendThroughAgain, { params }), { saysRefusal: true })
  return (
    <Screen
      rhythm="cards"
      title={t`Message of ${exactly(message.receivedAt, zone)}`}
      state={<Badge tone={messageTones[message.state]}>{translated(messageStates[message.state])}</Badge>}
      action={
        <Button pending={again.isPending} onClick={() => again.mutate()}>
          <Trans>Process again</Trans>
        </Button>
      }
    >
      <Card className="stack gap-4" aria-labelledby="values">
        <h2 id="values">
          {message.state === 'trial' ? t`Expected outcome of the values` : t`Outcome of the values`}
        </h2>
        <DataTable
          caption={t`Values of the message`}
          rows={message.becoming}
          rowKey={({ position }) => String(position)}
          empty={<p>{t`The message has no values.`}</p>}
          columns={columns}
        />
      </Card>
      <Card className="stack gap-3" aria-labelledby="records">
        <h2 id="records">
          <Trans>Records</Trans>
        </h2>
        <p className="hint">
          <Trans>
            {message.size} bytes from {message.peer}
          </Trans>
        </p>
        <pre className="wrap-anywhere max-h-120 overflow-auto whitespace-pre-wrap text-s" dir="ltr">
          {message.text}
        </pre>
        {message.isCutShort && <p className="hint">{t`Only the beginning of the message is shown.`}</p>}
      </Card>
    </Screen>
  )
}
