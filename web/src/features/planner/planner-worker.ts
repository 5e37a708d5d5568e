import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { type Example, findExample } from './find-example.ts'
import { type FoundRoster, findRoster } from './find-roster.ts'
import { type Played, playDays } from './play-days.ts'

export type Order =
  | { kind: 'play'; plan: Plan }
  | { kind: 'search'; plan: Plan; minutes: number; hours: Span }
  | { kind: 'example'; plan: Plan; hours: Span }
export type Answer =
  | { kind: 'played'; played: Played }
  | { kind: 'tried'; count: number }
  | { kind: 'found'; roster: FoundRoster | null }
  | { kind: 'example'; example: Example | null }

const answer = (what: Answer) => self.postMessage(what)

/** Forty days take a good part of a second and a search many: too long for the thread that draws and hears keys. */
self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'play') answer({ kind: 'played', played: playDays(data.plan) })
  else if (data.kind === 'example') answer({ kind: 'example', example: findExample(data.plan, data.hours) })
  else {
    const onTry = (count: number) => answer({ kind: 'tried', count })
    answer({ kind: 'found', roster: findRoster(data.plan, { ...data, onTry }) })
  }
})
