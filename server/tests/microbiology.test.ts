import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTable, exampleTable, setupOf } from './culture-bench.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let manager: Person
let plain: Person
beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  plain = await lab.makeStaff('technician', { fullName: 'Paul Plain' })
})
afterAll(() => lab.close())

const base = '/api/microbiology'
const setup = () => setupOf(lab, plain)

it('ships organisms, antibiotics and panels, rules that are off, and no breakpoints', async () => {
  const { organisms, antibiotics, panels, rules, breakpoints, cultures } = await setup()
  expect(organisms.find(({ code }) => code === 'escherichia-coli')).toMatchObject({
    name: 'Escherichia coli',
    group: 'enterobacterales',
    whonetCode: '',
  })
  const known = antibiotics.map(({ code }) => code)
  const used = [
    ...panels.flatMap(({ rows }) => rows),
    ...rules.map((rule) => ({ antibiotic: rule.thenAntibiotics[0] })),
  ]
  expect(used.filter(({ antibiotic }) => !known.includes(antibiotic ?? ''))).toEqual([])
  expect(rules.length).toBeGreaterThan(0)
  expect(rules.filter(({ isOn }) => isOn)).toEqual([])
  expect(breakpoints).toBeNull()
  expect(cultures.map(({ test }) => test)).toContain('BCUL')
})

it('only staff who keep the catalogue change it', async () => {
  const body = { name: 'Aeromonas hydrophila', group: 'other' }
  expect((await lab.call('POST', `${base}/organisms`, { by: plain, body })).statusCode).toBe(403)
  expect((await addTable(lab, plain)).statusCode).toBe(403)
  expect((await lab.call('POST', `${base}/organisms`, { by: manager, body })).json()).toMatchObject({
    code: 'aeromonas-hydrophila',
  })
  const twice = await lab.call('POST', `${base}/organisms`, { by: manager, body })
  expect(twice.json().fields).toHaveProperty('name')
})

it('a change of what somebody else changed meanwhile is refused', async () => {
  const path = `${base}/organisms/serratia-marcescens`
  const body = { name: 'Serratia marcescens', group: 'enterobacterales', whonetCode: 'sma', version: 1 }
  const answers = await Promise.all([
    lab.call('PUT', path, { by: manager, body }),
    lab.call('PUT', path, { by: manager, body: { ...body, ended: true } }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const panel = { rows: [{ antibiotic: 'CIP', shown: 'always', after: [] }], version: 1 }
  expect((await lab.call('PUT', `${base}/panels/pseudomonas`, { by: manager, body: panel })).statusCode).toBe(
    200,
  )
  expect((await lab.call('PUT', `${base}/panels/pseudomonas`, { by: manager, body: panel })).statusCode).toBe(
    409,
  )
  const unknown = { rows: [{ antibiotic: 'XX', shown: 'always', after: [] }], version: 2 }
  const refused = await lab.call('PUT', `${base}/panels/pseudomonas`, { by: manager, body: unknown })
  expect(refused.json().fields).toEqual({ rows: ['There is no antibiotic XX'] })
})

it('an expert rule is added off, and turned on by name', async () => {
  const body = {
    appliesTo: 'enterobacterales',
    thenAntibiotics: ['PEN'],
    about: 'Benzylpenicillin does not work',
  }
  const { code } = (await lab.call('POST', `${base}/rules`, { by: manager, body })).json()
  const rule = async () => (await setup()).rules.find((one) => one.code === code)
  expect(await rule()).toMatchObject({ isOn: false, version: 1 })
  const on = { isOn: true, version: 1 }
  expect((await lab.call('PUT', `${base}/rules/${code}`, { by: manager, body: on })).statusCode).toBe(200)
  expect(await rule()).toMatchObject({ isOn: true, version: 2 })
  const { rows } = await lab.pool.query(`select action from audit where subject_id = $1 order by id`, [code])
  expect(rows.map(({ action }) => action)).toEqual(['expert_rule.added', 'expert_rule.changed'])
})

describe('a breakpoint table', () => {
  it('comes into force with its source and year, and leaves the one before as it was', async () => {
    expect((await addTable(lab, manager)).json()).toMatchObject({ version: 1 })
    const next = await addTable(lab, manager, exampleTable.replace('25,22', '26,23'), { 'x-year': '2027' })
    expect(next.json()).toMatchObject({ version: 2 })
    expect((await setup()).breakpoints).toMatchObject({
      version: 2,
      source: 'Example, no standard',
      year: 2027,
      addedBy: 'Mabel Manager',
      rows: [{ line: 2, susceptible: 26, resistant: 23 }, {}, {}, {}],
    })
    await expect(lab.superuser.query('update breakpoint set susceptible = 1')).rejects.toThrow()
    const { rows } = await lab.pool.query(
      'select susceptible from breakpoint where table_version = 1 and line = 2',
    )
    expect(rows).toEqual([{ susceptible: 25 }])
  })

  it('with errors is refused as a whole, naming line and field', async () => {
    const before = (await setup()).breakpoints?.version
    const table = `${exampleTable}\nMartians,CIP,,zone,5,many,22`
    const refused = await addTable(lab, manager, table)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual({
      'line 6, organism': ['“Martians” is not an organism or group'],
      'line 6, susceptible': ['This must be a number'],
    })
    expect((await setup()).breakpoints?.version).toBe(before)
    const unprintable = await addTable(lab, manager, exampleTable.replace('zone,5,', 'zone,5\u0000,'))
    expect(unprintable.json().fields).toHaveProperty(['line 2, disk'])
    const noYear = await addTable(lab, manager, exampleTable, { 'x-year': 'soon' })
    expect(noYear.json().fields).toEqual({ 'x-year': ['Enter a year like 2026'] })
  })

  it('of two at once both are kept, one after the other, or one is refused', async () => {
    const before = (await setup()).breakpoints?.version ?? 0
    const answers = await Promise.all([addTable(lab, manager), addTable(lab, manager)])
    const added = answers.filter(({ statusCode }) => statusCode === 201)
    expect(added.length).toBeGreaterThan(0)
    expect((await setup()).breakpoints?.version).toBe(before + added.length)
  })
})
