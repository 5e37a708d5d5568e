import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import type { NotificationTopic } from '#contract/notifications.ts'
import { readUnsubscription, resubscribe, stopEmails } from '#contract/unsubscribe.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

type Said = (address: string) => string

const words: Readonly<Record<NotificationTopic, { stopped: Said; going: Said }>> = {
  visits: {
    stopped: (address) =>
      t`${address} gets no more e-mails about visits that are booked, changed or cancelled.`,
    going: (address) => t`${address} gets e-mails about visits that are booked, changed or cancelled.`,
  },
  reminders: {
    stopped: (address) => t`${address} gets no more reminders before a visit.`,
    going: (address) => t`${address} gets reminders before a visit.`,
  },
  results: {
    stopped: (address) => t`${address} gets no more e-mails that results are ready or corrected.`,
    going: (address) => t`${address} gets e-mails that results are ready or corrected.`,
  },
}

/** A press, not the opening of the page, turns e-mails off: filters of mail open links as well. */
export function UnsubscribeScreen({ token }: { token: string | null }) {
  return (
    <Screen measure="narrow" title={t`E-mails from the laboratory`}>
      {token === null ? <Dead /> : <Choice token={token} />}
    </Screen>
  )
}

function Choice({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const body = { token }
  const queryKey = [...keyOf(readUnsubscription), token]
  const state = useQuery({ queryKey, queryFn: () => call(readUnsubscription, { body }) })
  const change = useCall((stop: boolean) => call(stop ? stopEmails : resubscribe, { body }), {
    says: false,
    onDone: (now) => queryClient.setQueryData(queryKey, now),
  })
  if (state.error) return <Dead />
  if (!state.data) return <SkeletonLines count={3} says={translated(messages.loading.any)} />
  const { topic, address, stopped } = state.data
  const going = words[topic].going(address)
  return (
    <div className="grid gap-6">
      <div role="status">
        {stopped ? (
          <Notice kind="ok">
            <p>{words[topic].stopped(address)}</p>
          </Notice>
        ) : (
          <p>
            <Trans>{going} Messages about the account itself always come.</Trans>
          </p>
        )}
      </div>
      {change.error && (
        <Notice kind="error" role="alert">
          <p>{change.error.message}</p>
        </Notice>
      )}
      <p>
        <Button
          variant={stopped ? 'plain' : 'primary'}
          pending={change.isPending}
          onClick={() => change.mutate(!stopped)}
        >
          {stopped ? t`Send them again` : t`Send no more of these`}
        </Button>
      </p>
    </div>
  )
}

function Dead() {
  return (
    <Notice kind="warning" role="alert">
      <p>
        <Trans>This link does not work. Open it in the mail once more.</Trans>
      </p>
    </Notice>
  )
}
