import { expect, test } from 'vitest'
import { type Permission, permissionNames } from '#contract/permissions.ts'
import { permissionFor } from '../../../../lib/sections.ts'
import { destinationsFor, matching } from './destinations.ts'

const technician = (...permissions: Permission[]) => destinationsFor({ role: 'technician', permissions })
const manager = destinationsFor({ role: 'admin', permissions: permissionNames })
const found = (typed: string, all = manager) => matching(all, typed).map(({ label }) => label)

test.each([
  ['opening', ['Opening hours']],
  ['hours open', ['Opening hours']],
  ['closures', ['Closures']],
  ['holiday', ['Close temporarily', 'Closures']],
  ['book', ['Book a visit', 'Booking rules']],
  ['receive sam', ['Receive samples']],
  ['INVITE', ['Invite a technician', 'Invite a manager']],
  ['ceive', []],
])('%s finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels)
})

test('everything is offered while nothing is typed', () => {
  expect(matching(manager, '  ')).toEqual(manager)
})

test('a match of the label comes before one of other words', () => {
  expect(found('visit', technician())).toEqual(['Visits', 'Register a walk-in', 'Collect samples'])
})

test('a technician is offered no part of the manager’s area without its permission', () => {
  const addresses = technician('people').map(({ link }) => String(link.to))
  const parts = addresses.filter((address) => address.startsWith('/manager-dashboard'))
  expect(parts.length).toBeGreaterThan(0)
  expect(new Set(parts.map(permissionFor))).toEqual(new Set(['people']))
  expect(addresses).toContain('/receive')
})

test('only managers are offered to invite managers', () => {
  expect(found('invite', technician(...permissionNames))).toEqual(['Invite a technician'])
})

test('no label stands twice in one group', () => {
  const labels = manager.map(({ group, label }) => `${group}: ${label}`)
  expect(new Set(labels).size).toBe(labels.length)
})
