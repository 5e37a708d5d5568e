import { expect, it } from 'vitest'
import { migrationsAmong } from './migrate.ts'

it('migrations are taken in the order of their numbers, and a misnamed file is refused', () => {
  expect(migrationsAmong(['README.md', '0002_prices.sql', '0001_visits.sql'])).toEqual([
    '0001_visits.sql',
    '0002_prices.sql',
  ])
  for (const misnamed of ['0003_hl7.sql', '3_orders.sql', '0003-orders.sql', '0003_Orders.sql'])
    expect(() => migrationsAmong(['0001_visits.sql', misnamed])).toThrow(`Rename the migration ${misnamed}`)
})
