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

/** A screen that has just been opened is not slowed down. */
const beginAfterMs = 30_000
const renewEveryMs = 5 * 60_000

const keptReads = [...laboratoryReads, readProfile.path, laboratory.path, catalogueTests.path]

/** Read only for the moment. */
const confidential: readonly unknown[] = [readConfidentialCare.path, readConfidentialReport.path]

/** Searches are not kept: their words name people, also of other days. */
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
 * Keeps the bench readable without a connection for a shift: the files of its screens, what the person has looked at, and their tasks
 * with the forms of their results, which are read in advance. See docs/decisions/0094-bench-without-a-connection.md.
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
        // A browser without room for the files. What is open stays readable.
      })
      stop = keepAnswers(client, me.id, isKept)
      renew()
    }
    function renew() {
      // What could not be read is read with the next round.
      if (!isLost() && document.visibilityState === 'visible') readAhead(client).catch(() => {})
      timer = setTimeout(renew, renewEveryMs)
    }
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, me.id])
}

/** The service worker has a list of the screens' files; which texts they need, it learns from what was loaded. */
async function keepFiles(): Promise<void> {
  const { active } = await serviceWorker()
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  active?.postMessage([...new Set(loaded.map(({ pathname }) => pathname))])
}

/** The person's own work first; one after the other, since nobody waits for it. */
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
