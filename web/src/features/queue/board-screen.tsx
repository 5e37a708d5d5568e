import { useSuspenseQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { queueBoardStream } from '#contract/queue.ts'
import type { BoardEvent, BoardState } from '#contract/queue-views.ts'
import { laboratory } from '#contract/sites.ts'
import { roomLabels } from '#contract/ticket-states.ts'
import { queryFor } from '../../api/queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import css from './board-screen.module.css'
import { useCallVoice } from './use-call-voice.ts'
import { useScreenAwake } from './use-screen-awake.ts'

/** A call counts as new for this long: it stands out until people have found their number. */
const newForMs = 20_000

/** The most codes shown for a room, by the number of rooms: so many can be read from five metres. */
const mostOf: Readonly<Record<number, number>> = { 1: 12, 2: 8, 3: 6 }

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
      <header className={css.header}>
        <h1 className={css.title} tabIndex={-1}>
          {lab.name}
          {lab.sites.length > 1 && state && <span className={css.site}>{state.site.name}</span>}
        </h1>
        <div className={css.tools}>
          {voice.possible && (
            <Button variant="plain" aria-pressed={voice.on} onClick={voice.toggle}>
              {voice.on ? 'Voice on' : 'Voice off'}
            </Button>
          )}
          {state && <p className={css.clock}>{timeOf(time, zone)}</p>}
        </div>
      </header>
      <div role="status" className={css.line}>
        {refused
          ? 'This board does not exist any more.'
          : lostAt &&
            `No connection since ${timeOf(lostAt, zone)}. This is how it was then; please listen for your number.`}
      </div>
      {state ? <Called state={state} now={time} /> : !refused && <Skeleton width="100%" height="60vh" />}
    </main>
  )
}

function Called({ state, now }: { state: BoardState; now: Date }) {
  const open = state.desks.filter((desk) => desk.state !== 'closed' || desk.code !== null)
  const rooms = state.waiting
  const most = mostOf[rooms.length] ?? 4
  // A heading takes one line, two codes one line, and "and n more" one line.
  const lines = rooms.reduce(
    (sum, { codes }) => sum + 1 + Math.ceil(Math.min(codes.length, most) / 2) + (codes.length > most ? 1 : 0),
    0,
  )
  const isNew = (code: string | null) =>
    state.calls.some((call) => call.code === code && now.getTime() - Date.parse(call.at) < newForMs)
  return (
    <div className={css.columns}>
      <section aria-label="Now called" className={css.called}>
        {open.length === 0 && <p className={css.nobody}>No desk is open yet.</p>}
        <ul className={css.desks} aria-live="polite">
          {open.map((desk) => (
            <li
              key={desk.name}
              className={css.desk}
              data-new={(desk.status === 'called' && isNew(desk.code)) || undefined}
              data-called={desk.status === 'called' || undefined}
            >
              <span className={css.code}>{desk.code ?? '–'}</span>
              <span className={css.where}>
                {desk.name}
                <span className={css.status}>
                  {desk.status === 'called'
                    ? 'Please come'
                    : desk.status === 'serving'
                      ? 'In service'
                      : desk.state === 'paused'
                        ? 'Paused'
                        : 'Free'}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Waiting" className={css.waiting} style={{ '--lines': lines } as CSSProperties}>
        {state.waiting.length === 0 && <p className={css.nobody}>Nobody is waiting.</p>}
        {state.waiting.map(({ room, codes }) => (
          <div key={room}>
            <h2 className={css.next}>{state.waiting.length > 1 ? roomLabels[room] : 'Next'}</h2>
            <ol className={css.codes}>
              {codes.slice(0, most).map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ol>
            {codes.length > most && <p className={css.more}>and {codes.length - most} more</p>}
          </div>
        ))}
      </section>
    </div>
  )
}
