import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { RosterLine } from './changes.ts'
import type { FoundRoster } from './find-roster.ts'
import { sayMinute } from './minute-words.ts'
import { staffHours } from './plan-changes.ts'
import { type Search, useRosterSearch } from './use-planner-worker.ts'

type SearchProps = {
  /** With everything changed but the people, whom the roster is to replace. */
  plan: Plan
  was: Plan
  hours: Span
  onApply: (roster: readonly RosterLine[]) => void
}

const [least, most] = [1, 240]

/** The fewest staff hours that keep nine of ten waits under a target. */
export function RosterSearch({ plan, was, hours, onApply }: SearchProps) {
  const [target, setTarget] = useState('20')
  const { search, start, stop } = useRosterSearch()
  const minutes = Number(target)
  const whyNot =
    Number.isInteger(minutes) && minutes >= least && minutes <= most
      ? null
      : t`Give whole minutes, ${least} to ${most}.`
  const searching = search.kind === 'searching'
  return (
    <section aria-labelledby="roster-title" className="stack items-stretch gap-4 [&_h2]:text-xl">
      <h2 id="roster-title">
        <Trans>Cheapest roster</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Full shifts of eight hours and half shifts of four, combined so that nine of ten people wait no
          longer than this.
        </Trans>
      </p>
      <TextField
        name="target"
        label={t`Nine of ten wait at most (minutes)`}
        type="number"
        min={least}
        max={most}
        value={target}
        disabled={searching}
        onChange={({ target: field }) => setTarget(field.value)}
      />
      {searching ? (
        <Button onClick={stop}>
          <Trans>Stop searching</Trans>
        </Button>
      ) : (
        <Button whyNot={whyNot} onClick={() => start(plan, minutes, hours)}>
          <Trans>Find the cheapest roster</Trans>
        </Button>
      )}
      <div role="status">
        <Said search={search} chairs={plan.sites[0]?.chairs ?? 0} was={was} onApply={onApply} />
      </div>
    </section>
  )
}

function Said({
  search,
  chairs,
  was,
  onApply,
}: { search: Search; chairs: number } & Pick<SearchProps, 'was' | 'onApply'>) {
  switch (search.kind) {
    case 'idle':
      return null
    case 'searching':
      return (
        <>
          <p>
            <Trans>Searching for a roster that keeps nine of ten waits within {search.minutes} min.</Trans>
          </p>
          <p className="hint" aria-hidden="true">
            <Trans>{search.tried} rosters tried</Trans>
          </p>
          <progress className="mt-2 h-2 w-full accent-vial" aria-label={t`Searching for a roster`} />
        </>
      )
    case 'none':
      return (
        <Notice kind="warning">
          <p>
            <Trans>
              {chairs === 1
                ? t`No roster keeps nine of ten waits within ${search.minutes} min with 1 chair in these hours. Try more chairs, longer hours or a longer wait.`
                : t`No roster keeps nine of ten waits within ${search.minutes} min with ${chairs} chairs in these hours. Try more chairs, longer hours or a longer wait.`}
            </Trans>
          </p>
        </Notice>
      )
    case 'failed':
      return (
        <Notice kind="error">
          <p>
            <Trans>The search was interrupted. Nothing was changed. Start it again.</Trans>
          </p>
        </Notice>
      )
    case 'found':
      return <Found roster={search.roster} minutes={search.minutes} was={was} onApply={onApply} />
  }
}

const hoursSaid = (hours: number) => t`${Number(hours.toFixed(1))} staff hours`
const share = (part: number) => `${Math.floor(part * 100)} %`

function Found({
  roster,
  minutes,
  was,
  onApply,
}: { roster: FoundRoster; minutes: number } & Pick<SearchProps, 'was' | 'onApply'>) {
  return (
    <>
      <p>
        <Trans>
          <strong>{hoursSaid(roster.hours)}</strong> keep {share(roster.share)} of waits within {minutes} min.
          As it was: {hoursSaid(staffHours(was))}. With any one person fewer at most {share(roster.without)}{' '}
          are.
        </Trans>
      </p>
      <ul className="my-3 tabular-nums">
        {roster.lines.map(({ count, from, until }) => (
          <li key={`${from} ${until}`}>
            <strong className="figures">{count} ×</strong> {sayMinute(from)}–{sayMinute(until)}
          </li>
        ))}
      </ul>
      <Button onClick={() => onApply(roster.lines)}>
        <Trans>Use this roster</Trans>
      </Button>
    </>
  )
}
