import { expect, test } from 'vitest'
import { type Permission, permissionNames } from '#contract/permissions.ts'
import { type EntryGroup, groupNames, groupsFor, leadsTo } from './entries.ts'

const shape = (groups: readonly EntryGroup[]) =>
  Object.fromEntries(groups.map(({ name, entries }) => [name, entries.map(({ label }) => label)]))

const clinicsOn = true
const technician = (...permissions: Permission[]) => groupsFor({ role: 'technician', permissions, clinicsOn })
const manager = groupsFor({ role: 'admin', permissions: permissionNames, clinicsOn })
const patient = groupsFor({ role: 'user', permissions: [] })

test('a manager’s menu has six groups', () => {
  expect(manager.map(({ name }) => name)).toEqual(groupNames)
})

test('a technician’s menu leads to visits, receiving and worklists', () => {
  expect(shape(technician())).toEqual({
    Today: [
      'Dashboard',
      'Visits',
      'Queue',
      'Receive',
      'Orders of clinics',
      'Boxes of clinics',
      'Worklists',
      'Release',
    ],
    People: ['Shifts', 'Emergency access'],
    Laboratory: [
      'Cultures',
      'Quality',
      'Analysers',
      'Referred tests',
      'Storage',
      'Stock',
      'Temperatures',
      'Downtime forms',
      'Nonconformities',
    ],
    Settings: ['Notifications', 'Profile'],
  })
})

test('a laboratory without clinicians has no entries for their orders and boxes', () => {
  for (const role of ['technician', 'admin'] as const) {
    const labels = groupsFor({ role, permissions: [] }).flatMap(({ entries }) =>
      entries.map(({ label }) => label),
    )
    expect(labels).toContain('Release')
    expect(labels.filter((label) => label.includes('clinics'))).toEqual([])
  }
})

test('a permission adds its entries to the group in which managers have them', () => {
  expect(shape(technician('insights'))).toMatchObject({ Understand: ['Insights'] })
  expect(shape(technician('patients'))).toMatchObject({ People: ['Shifts', 'Emergency access', 'Patients'] })
})

test('no menu shows an icon twice', () => {
  for (const groups of [manager, patient, technician(...permissionNames)]) {
    const icons = groups.flatMap(({ entries }) => entries.map(({ icon }) => icon))
    expect(new Set(icons).size).toBe(icons.length)
  }
})

test.each([
  ['/collect', 'Visits'],
  ['/collect/a-visit', 'Visits'],
  ['/receive', 'Receive'],
  ['/worklist', 'Worklists'],
  ['/sample/A26-1', 'Dashboard'],
  ['/technician-dashboard/notifications', 'Notifications'],
  ['/reports/a-visit', 'Release'],
])('at %s exactly the entry %s is marked', (pathname, label) => {
  const marked = technician(...permissionNames).flatMap(({ entries }) =>
    entries.filter((entry) => leadsTo(entry, pathname)).map((entry) => entry.label),
  )
  expect(marked).toEqual([label])
})
