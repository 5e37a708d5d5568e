import { useCallback, useEffect, useRef, useState } from 'react'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import type { Example } from './find-example.ts'
import type { FoundRoster } from './find-roster.ts'
import type { Answer, Order } from './planner-worker.ts'
import type { Played } from './play-days.ts'

/** One order to a thread of its own. Answers what ends it, at any time. */
function send(order: Order, onAnswer: (answer: Answer) => void, onFailure: () => void): () => void {
  const worker = new Worker(new URL('./planner-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => onAnswer(data))
  worker.addEventListener('error', onFailure)
  worker.postMessage(order)
  return () => worker.terminate()
}

/** Whoever drags a slider asks for the place where they let go. */
const restMs = 120

export type Playing = { played: Played | null; pending: boolean; failed: boolean; again: () => void }

/** The days of a plan, played beside the page; the last ones stay while new ones are played. `plan` must be kept. */
export function usePlayed(plan: Plan): Playing {
  const [state, setState] = useState<{ of: Plan; played: Played | null; failed: boolean } | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn plays the same plan again.
  useEffect(() => {
    let end = () => {}
    const timer = setTimeout(() => {
      end = send(
        { kind: 'play', plan },
        (answer) => {
          if (answer.kind === 'played') setState({ of: plan, played: answer.played, failed: false })
        },
        () => setState((last) => ({ of: plan, played: last?.played ?? null, failed: true })),
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [plan, turn])
  return {
    played: state?.played ?? null,
    pending: state?.of !== plan,
    failed: state?.failed === true && state.of === plan,
    again: () => {
      setState((last) => last && { ...last, failed: false })
      setTurn((count) => count + 1)
    },
  }
}

/** The example of a plan; null while it is simulated and if there is none. `plan` must be the same object between renders. */
export function useExample(plan: Plan, { from, until }: Span): Example | null {
  const [state, setState] = useState<{ of: Plan; example: Example | null } | null>(null)
  useEffect(
    () =>
      send(
        { kind: 'example', plan, hours: { from, until } },
        (answer) => {
          if (answer.kind === 'example') setState({ of: plan, example: answer.example })
        },
        () => setState({ of: plan, example: null }),
      ),
    [plan, from, until],
  )
  return state?.of === plan ? state.example : null
}

export type Search =
  | { kind: 'idle' }
  | { kind: 'searching'; tried: number; minutes: number }
  | { kind: 'found'; roster: FoundRoster; minutes: number }
  | { kind: 'none'; minutes: number }
  | { kind: 'failed' }

/** The search for a roster, which can be given up. */
export function useRosterSearch() {
  const [search, setSearch] = useState<Search>({ kind: 'idle' })
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const stop = useCallback(() => {
    end.current()
    setSearch({ kind: 'idle' })
  }, [])
  const start = useCallback((plan: Plan, minutes: number, hours: Span) => {
    end.current()
    setSearch({ kind: 'searching', tried: 0, minutes })
    end.current = send(
      { kind: 'search', plan, minutes, hours },
      (answer) => {
        if (answer.kind === 'tried') setSearch({ kind: 'searching', tried: answer.count, minutes })
        if (answer.kind === 'found') {
          setSearch(
            answer.roster ? { kind: 'found', roster: answer.roster, minutes } : { kind: 'none', minutes },
          )
        }
      },
      () => setSearch({ kind: 'failed' }),
    )
  }, [])
  return { search, start, stop }
}
