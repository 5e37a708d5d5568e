import { t } from '@lingui/core/macro'
import type { Changes } from './changes.ts'
import { changesBy, type Example } from './find-example.ts'
import { sayShortly } from './minute-words.ts'
import { type Band, differenceOf, type Played } from './play-days.ts'

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const sayCount = (count: number) => numbers[count] ?? String(count)

/** "one more technician from 8 to 10, 6 chairs, demand + 20 %"; null without a change. */
export function sayChanges(changes: Changes): string | null {
  const { people, roster, opens, closes, chairs, demand, walkIns, stat } = changes
  const said = [
    ...(roster ? [t`a roster of ${sayCount(roster.reduce((sum, { count }) => sum + count, 0))}`] : []),
    ...people.map(sayPeople),
    ...(opens === null ? [] : [t`opening at ${sayShortly(opens)}`]),
    ...(closes === null ? [] : [t`closing at ${sayShortly(closes)}`]),
    ...(chairs === null ? [] : [chairs === 1 ? t`one chair` : t`${sayCount(chairs)} chairs`]),
    ...(demand === 100 ? [] : [t`demand ${demand > 100 ? '+' : '−'} ${Math.abs(demand - 100)} %`]),
    ...(walkIns === null ? [] : [t`${walkIns} % walk-ins`]),
    ...(stat === null ? [] : [t`${stat} % urgent`]),
  ]
  return said.length === 0 ? null : said.join(', ')
}

/** "one more technician from 8 to 10", "two technicians fewer from 13:30 to 15". */
export function sayPeople({ count, from, until }: Changes['people'][number]): string {
  const many = Math.abs(count)
  const when = t`from ${sayShortly(from)} to ${sayShortly(until)}`
  const who = many === 1 ? t`technician` : t`technicians`
  return count > 0 ? t`${sayCount(many)} more ${who} ${when}` : t`${sayCount(many)} ${who} fewer ${when}`
}

/** "One more technician from 8 to 10: mean wait 24 → 11 min, shorter by 9 to 15 min in eight of ten simulated days." */
export function sayOutcome(changes: Changes, before: Played, after: Played): string {
  const what = sayChanges(changes) ?? t`no change`
  const waits = t`mean wait ${Math.round(before.wait.median)} → ${Math.round(after.wait.median)} min`
  return `${what[0]?.toUpperCase()}${what.slice(1)}: ${waits}, ${sayDifference(differenceOf(before, after))}.`
}

function sayDifference({ low, high }: Band): string {
  const [least, most] = [Math.round(low), Math.round(high)]
  if (least === 0 && most === 0) return t`the same in eight of ten simulated days`
  const range = (from: number, to: number) => (from === to ? String(from) : t`${from} to ${to}`)
  if (most <= 0) return t`shorter by ${range(-most, -least)} min in eight of ten simulated days`
  if (least >= 0) return t`longer by ${range(least, most)} min in eight of ten simulated days`
  return t`between ${-least} min shorter and ${most} min longer in eight of ten simulated days`
}

/** The change at the time at which it affects the wait most, then the same change at the time at which it affects it least. */
export function sayExample({ before, best, least }: Example): string {
  const { from, until } = least.edit
  const wait = ({ wait: { median } }: Played) => Math.round(median)
  return t`${sayOutcome(changesBy(best.edit), before, best.played)} The same from ${sayShortly(from)} to ${sayShortly(until)}: ${wait(before)} → ${wait(least.played)} min.`
}
