import { expect, it } from 'vitest'
import { newOperation } from '../../bench/faults/history.ts'
import { failover } from '../../bench/faults/kinds/failover.ts'
import { rowsOfFaults } from '../../bench/faults/report.ts'

it('the report of the faults takes a run of 200,000 operations', () => {
  const operation = newOperation('book', { method: 'POST', path: '/api/labtest/book', token: '' })
  const operations = Array.from({ length: 200_000 }, (_, ended) => ({
    ...operation,
    began: ended,
    ended,
    outcome: 'done' as const,
  }))
  const history = { operations, visits: new Map(), released: [], seen: [] }
  const strikes = [{ fault: failover, at: 100_000, until: 100_500 }]
  const [row] = rowsOfFaults({ history, strikes, verdicts: [], seconds: 200, failures: [] })
  expect(row).toMatchObject({ fault: 'failover', tried: 1, 'longest s': '0.0' })
})
