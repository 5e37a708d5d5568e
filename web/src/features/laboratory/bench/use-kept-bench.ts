import {
  type FetchQueryOptions,
  type QueryClient,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { readProfile } from '#contract/access.ts'
import { worklist } from '#contract/bench.ts'
import { laboratoryReads } from '#contract/changes.ts'
import { readConfidentialCare } from '#contract/rapid-tests.ts'
import { readConfidentialReport } from '#contract/reports.ts'
import { readResults } from '#contract/results.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { wordParameters } from '#contract/words.ts'
import { isLost } from '../../../api/connection.ts'
import { keepAnswers } from '../../../api/kept-answers.ts'
import { queryFor } from '../../../api/queries.ts'
import { shiftMs } from '../../../api/sealed-store.ts'
import { serviceWorker } from '../../../api/service-worker.ts'
import { now } from '../../../lib/clock.ts'
import { dayOf } from '../../../lib/times.ts'
import { partsOfToday, visitsOfDay } from '../samples/use-todays-visits.ts'
import { labQuery, mineQuery, nextQuery, queueQuery, summaryQuery, taskQuery } from './bench-queries.ts'

/** The delay before the first reading, so that it does not slow down a screen that was just opened. */
const beginAfterMs = 30_000
const renewEveryMs = 5 * 60_000

const keptReads = [...laboratoryReads, readProfile.path, laboratory.path, catalogueTests.path]

/** Calls with confidential answers, which are never kept. */
const confidential: readonly unknown[] = [readConfidentialCare.path, readConfidentialReport.path]

/** Searches are not kept, because their words name people, also of other days. */
const isKept = ([method, path, args, mark]: readonly unknown[]): boolean =>
  method === 'GET' &&
  mark === undefined &&
  !hasWords(args) &&
  !confidential.includes(path) &&
  keptReads.some((one) => `${path}/`.startsWith(`${one}/`))

function hasWords(args: unknown): boolean {
  const { query = {} } = (args ?? {}) as { query?: Readonly<Record<string, unknown>> }
  return wordParameters.some((name) => query[name] !== undefined)
}

/**
 * Keeps the bench readable without a connection for a shift: the files of its screens, the answers that the user has seen, and the user’s
 * tasks with their result forms, which are read in advance. See docs/decisions/0094-bench-without-a-connection.md.
 */
export function useKeptBench(): void {
  const client = useQueryClient()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  useEffect(() => {
    let stop = () => {}
    let timer = setTimeout(begin, beginAfterMs)
    function begin() {
      if (!window.isSecureContext || !('serviceWorker' in navigator)) return
      keepFiles().catch(() => {
        // The browser has no space for the files. Open screens stay readable.
      })
      stop = keepAnswers(client, me.id, isKept)
      renew()
    }
    function renew() {
      // A failed reading is repeated in the next round.
      if (!isLost() && document.visibilityState === 'visible') readAhead(client).catch(() => {})
      timer = setTimeout(renew, renewEveryMs)
    }
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, me.id])
}

/**
 * Asks the service worker to keep the files of the screens. It has their list, except the texts of the language, which are among the
 * loaded files.
 */
async function keepFiles(): Promise<void> {
  const { active } = await serviceWorker()
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  active?.postMessage([...new Set(loaded.map(({ pathname }) => pathname))])
}

/** Reads the user’s own tasks first, one after the other, since nobody waits for them. */
async function readAhead(client: QueryClient): Promise<void> {
  const kept = { gcTime: shiftMs, staleTime: renewEveryMs / 2, retry: false }
  const read = (query: { queryKey: readonly unknown[] }) =>
    client.fetchQuery({ ...(query as FetchQueryOptions), ...kept }).catch(() => null)
  const lab = await client.fetchQuery({ ...labQuery, ...kept })
  const today = dayOf(now(), lab.sites[0]?.timeZone ?? 'UTC')
  const mine = await client.fetchQuery({ ...mineQuery, ...kept })
  for (const { id } of mine.rows) {
    await read(taskQuery(id))
    await read(queryFor(readResults, { params: { id } }))
  }
  for (const query of [summaryQuery, queueQuery]) await read(query)
  for (const part of Object.values(partsOfToday)) await read(visitsOfDay(today, part))
  const next = await client.fetchQuery({ ...nextQuery, ...kept })
  const tests = new Set([...mine.rows, ...next.rows].map(({ title }) => title))
  for (const test of tests) await read(queryFor(worklist, { query: { test } }))
  for (const { id } of next.rows) await read(taskQuery(id))
}
