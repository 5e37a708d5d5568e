import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { notSamePerson, type PersonPair, pairReasonWords } from '#contract/joins.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { JoinDialog, type Joined } from './join-dialog.tsx'
import { PersonCard } from './person-card.tsx'

/** Pairs that could be one person, side by side with what speaks for it. */
export function PairList({
  pairs,
  onJoined,
}: {
  pairs: readonly PersonPair[]
  onJoined: (joined: Joined) => void
}) {
  const [asked, setAsked] = useState<PersonPair | null>(null)
  const part = useCall(
    ({ one, other }: PersonPair) => call(notSamePerson, { body: { one: one.id, other: other.id } }),
    { saysRefusal: true },
  )
  return (
    <>
      <ul className="stack mb-5 gap-5">
        {pairs.map((pair) => (
          <li key={`${pair.one.id} ${pair.other.id}`}>
            <Card aria-label={t`${pair.one.fullName} and ${pair.other.fullName}`}>
              <p className="mb-3 font-600 first-letter:uppercase">
                {pair.reasons.map((reason) => translated(pairReasonWords[reason])).join(', ')}
              </p>
              <div className="cols-fit-220 grid gap-4">
                <PersonCard person={pair.one} />
                <PersonCard person={pair.other} />
              </div>
              <div className="mt-4 flex flex-wrap gap-3">
                <Button variant="primary" onClick={() => setAsked(pair)}>
                  <Trans>Join…</Trans>
                </Button>
                <Button pending={part.isPending && part.variables === pair} onClick={() => part.mutate(pair)}>
                  <Trans>Not the same person</Trans>
                </Button>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      {asked && (
        <JoinDialog
          keptId={asked.one.id}
          otherId={asked.other.id}
          onClose={() => setAsked(null)}
          onJoined={(joined) => {
            setAsked(null)
            onJoined(joined)
          }}
        />
      )}
    </>
  )
}
