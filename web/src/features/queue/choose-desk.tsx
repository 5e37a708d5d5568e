import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { openDesk } from '#contract/queue-desk.ts'
import type { Desk } from '#contract/queue-views.ts'
import { deskStateLabels, roomLabels } from '#contract/ticket-states.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const sitDown = (desk: Desk) =>
  call(openDesk, { params: { number: desk.number }, body: { takeOver: desk.staff !== null } })

/** Where to sit down. A desk with somebody's name on it can be taken over, after a question. */
export function ChooseDesk({ desks }: { desks: readonly Desk[] }) {
  const open = useCall(sitDown, { saysRefusal: true })
  return (
    <section aria-labelledby="choose-desk">
      <h2 id="choose-desk" className="mt-8 mb-3 text-l">
        <Trans>Where are you working?</Trans>
      </h2>
      <ul className="cols-fill-220 grid gap-4">
        {desks.map((desk) => (
          <li key={desk.number}>
            <Card className="grid h-full gap-2">
              <h3>{desk.name}</h3>
              <p className="hint">{translated(roomLabels[desk.room])}</p>
              <p>
                {desk.staff ? (
                  <Badge tone="info">
                    {desk.staff.name}, {translated(deskStateLabels[desk.state]).toLowerCase()}
                  </Badge>
                ) : (
                  <Badge>
                    <Trans>Free</Trans>
                  </Badge>
                )}
              </p>
              {desk.staff ? (
                <ConfirmButton
                  opener={{ children: t`Take over ${desk.name}` }}
                  act={() => sitDown(desk)}
                  question={t`Take over ${desk.name}?`}
                  yes={t`Take over`}
                  no={t`Cancel`}
                >
                  <p>
                    <Trans>
                      {desk.staff.name} is working there. The patient being seen stays at the desk.
                    </Trans>
                  </p>
                </ConfirmButton>
              ) : (
                <Button
                  variant="primary"
                  pending={open.isPending && open.variables.number === desk.number}
                  onClick={() => open.mutate(desk)}
                >
                  {t`Start at ${desk.name}`}
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
