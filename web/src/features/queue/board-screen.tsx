import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { queueBoardStream } from '#contract/queue.ts'
import type { BoardEvent, BoardState } from '#contract/queue-views.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import css from './board-screen.module.css'
import { BoardWaiting } from './board-waiting.tsx'
import { useCallVoice } from './use-call-voice.ts'
import { useScreenAwake } from './use-screen-awake.ts'

/** A call counts as new for this long: it stands out until people have found their number. */
const newForMs = 20_000

/** For a whole waiting room, from five metres: who is called where, and who comes next. Codes only. */
export function BoardScreen({ siteId }: { siteId: string }) {
  useScreenAwake()
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const { state, lostAt, refused } = useStream<BoardState, BoardEvent>(queueBoardStream, {
    params: { id: siteId },
  })
  const voice = useCallVoice(state?.calls ?? [])
  const time = useNow(1_000)
  const zone = state?.site.timeZone ?? 'UTC'
  return (
    <main id="main" className={css.board}>
      <header className="row justify-between gap-x-4 gap-y-2">
        <h1 className="flex flex-wrap gap-x-4 text-[clamp(1.44rem,2.6vw,3rem)]" tabIndex={-1}>
          {lab.name}
          {lab.sites.length > 1 && state && <span className="font-500 text-ink-soft">{state.site.name}</span>}
        </h1>
        <div className="flex items-center gap-4">
          {voice.possible && (
            <Button variant="plain" className="max-sm:-ms-3" aria-pressed={voice.on} onClick={voice.toggle}>
              {voice.on ? t`Voice on` : t`Voice off`}
            </Button>
          )}
          {state && <p className="font-600 text-[clamp(1.44rem,2.6vw,3rem)]">{timeOf(time, zone)}</p>}
        </div>
      </header>
      <div
        role="status"
        className="rounded bg-agar-soft px-4 py-3 font-550 text-[clamp(1rem,1.6vw,1.6rem)] text-agar-ink empty:hidden"
      >
        {refused ? t`This board does not exist any more.` : lostAt && sayLost(timeOf(lostAt, zone))}
      </div>
      {state ? <Called state={state} now={time} /> : !refused && <Skeleton width="100%" height="60vh" />}
    </main>
  )
}

function Called({ state, now }: { state: BoardState; now: Date }) {
  const desks = state.desks.filter((desk) => desk.state !== 'closed' || desk.code !== null)
  const isNew = ({ code, status }: Desk) =>
    status === 'called' &&
    state.calls.some((call) => call.code === code && now.getTime() - Date.parse(call.at) < newForMs)
  const latest = latestOf(desks, state.calls)
  const others = desks.filter((desk) => desk !== latest)
  return (
    <div className={css.columns}>
      <section
        aria-label={t`Now called`}
        className={css.called}
        style={{ '--desks': others.length, '--rows': Math.ceil(others.length / 2) } as CSSProperties}
      >
        {desks.length === 0 && (
          <p className="text-[clamp(18px,1.8vw,34px)] text-ink-soft">
            <Trans>No desk is open yet.</Trans>
          </p>
        )}
        <div className={css.live} aria-live="polite">
          {latest && (
            <p
              className={css.latest}
              data-new={isNew(latest) || undefined}
              data-called={latest.status === 'called' || undefined}
            >
              <span className={css.latestCode}>{latest.code}</span>
              <span className={css.latestWhere}>
                {latest.name}
                <span className="font-500 text-[0.6em]">{sayDesk(latest)}</span>
              </span>
            </p>
          )}
          <div className={css.others}>
            <ul className={css.desks}>
              {others.map((desk) => (
                <li
                  key={desk.name}
                  className={css.desk}
                  data-new={isNew(desk) || undefined}
                  data-called={desk.status === 'called' || undefined}
                >
                  <span className={css.code}>{desk.code ?? '–'}</span>
                  <span className={css.where}>
                    {desk.name}
                    <span className="font-500 text-[0.6em]">{sayDesk(desk)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <BoardWaiting waiting={state.waiting} now={now} />
    </div>
  )
}

type Desk = BoardState['desks'][number]

/** The desk with the latest call that is still open: shown in letters that the last row can read. */
function latestOf(desks: readonly Desk[], calls: BoardState['calls']): Desk | undefined {
  for (const { code } of calls) {
    const there = desks.find((desk) => desk.code === code)
    if (there) return there
  }
  return undefined
}

const sayLost = (time: string): string =>
  t`No connection since ${time}. This is how it was then; please listen for your number.`

function sayDesk({ status, state }: Desk): string {
  if (status === 'called') return t`Please come`
  if (status === 'serving') return t`In service`
  return state === 'paused' ? t`Paused` : t`Free`
}
