import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepAnswers } from './kept-answers.ts'
import { shiftMs } from './sealed-store.ts'

it('kept answers stay in memory for a shift, and other answers for the default time', () => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 1_000 } } })
  const [task, search] = [
    ['GET', '/api/Labtask/task/:id'],
    ['GET', '/api/people'],
  ]
  client.setQueryData(task, { title: 'before' })
  const stop = keepAnswers(client, 'account', ([, path]) => String(path).startsWith('/api/Labtask'))
  const sample = ['GET', '/api/Labtask/sample/:accession']
  client.setQueryData(sample, {})
  client.setQueryData(search, [])
  const gcTimes = [task, sample, search].map((queryKey) => client.getQueryCache().find({ queryKey })?.gcTime)
  expect(gcTimes).toEqual([shiftMs, shiftMs, 1_000])
  stop()
  client.clear()
})
