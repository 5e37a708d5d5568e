import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { callNext, closeDesk, pauseDesk, resumeDesk } from '#contract/queue-desk.ts'
import type { Desk, WaitingCard } from '#contract/queue-views.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { KeyButton } from '../../ui/key-button.tsx'
import { CurrentTicket } from './current-ticket.tsx'

/** One's own desk: who is here, and one key for the next. */
export function MyDesk({
  desk,
  desks,
  waiting,
  zone,
}: {
  desk: Desk
  desks: readonly Desk[]
  waiting: readonly WaitingCard[]
  zone: string
}) {
  const at = { params: { number: desk.number } }
  const next = useCall(() => call(callNext, at), { saysRefusal: true })
  const pause = useCall(() => call(desk.state === 'paused' ? resumeDesk : pauseDesk, at), {
    saysRefusal: true,
  })
  const close = useCall(() => call(closeDesk, at), { saysRefusal: true })
  const forMe = waiting.filter(
    (one) => one.room === desk.room && (one.desk?.number ?? desk.number) === desk.number,
  )
  const deskActions = (
    <>
      {/* The called ticket comes first: no other can be called before it is finished. */}
      {desk.ticket?.status !== 'called' && (
        <KeyButton
          variant="primary"
          shortcut="N"
          pending={next.isPending}
          pendingText={t`Calling …`}
          onPress={() => next.mutate()}
          whyNot={whyNotNext(desk, forMe.length)}
        >
          {t`Next`}
        </KeyButton>
      )}
      <KeyButton shortcut="P" pending={pause.isPending} onPress={() => pause.mutate()}>
        {desk.state === 'paused' ? t`Continue` : t`Pause`}
      </KeyButton>
      {!desk.ticket && (
        <Button variant="plain" pending={close.isPending} onClick={() => close.mutate()}>
          <Trans>Leave the desk</Trans>
        </Button>
      )}
    </>
  )
  return (
    <Card className="grid gap-5" aria-label={desk.name}>
      {desk.ticket ? (
        <CurrentTicket ticket={desk.ticket} desks={desks} zone={zone}>
          {deskActions}
        </CurrentTicket>
      ) : (
        <>
          <p className="text-l">
            {forMe[0]
              ? t`Next: ${forMe[0].code}, ${forMe[0].patient.fullName}`
              : t`Nobody is waiting for you.`}
          </p>
          <div className="flex flex-wrap items-start gap-x-3 gap-y-2 [&>span]:w-min [&_button]:whitespace-nowrap [&_button]:px-3">
            {deskActions}
          </div>
        </>
      )}
    </Card>
  )
}

/** As the server decides it, said before it is pressed. */
function whyNotNext(desk: Desk, waiting: number): string | null {
  if (desk.state === 'paused') return t`The desk is paused.`
  return waiting === 0 ? t`Nobody is waiting.` : null
}
