import { expect } from 'vitest'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import { benchOf } from './bench-tasks.ts'
import { openTestApp, type Person, type StoppedClock, type TestApp, type TestAppOptions } from './harness.ts'

/** Made-up breakpoints, which are of no standard. */
export const exampleTable = [
  'organism,antibiotic,specimen,method,disk,susceptible,resistant',
  'Enterobacterales,CIP,,zone,5,25,22',
  'Enterobacterales,CRO,,zone,30,25,22',
  'Enterobacterales,MEM,,zone,10,22,16',
  'Enterobacterales,GEN,,mic,,2,2',
].join('\n')

export const addTable = (lab: TestApp, by: Person, table = exampleTable, headers: object = {}) =>
  lab.call('POST', '/api/microbiology/breakpoints', {
    by,
    headers: {
      'content-type': 'application/octet-stream',
      'x-source': encodeURIComponent('Example, no standard'),
      'x-year': '2026',
      'x-notation': 'exclusive',
      ...headers,
    },
    body: Buffer.from(table),
  })

export const setupOf = async (lab: TestApp, by: Person): Promise<MicrobiologySetup> =>
  (await lab.call('GET', '/api/microbiology', { by })).json()

const zone = (antibiotic: string, value: number, shown: boolean | null = null) => ({
  ...{ antibiotic, measure: { method: 'zone', comparator: '', value }, category: null, shown },
})

/** An isolate that is susceptible to ciprofloxacin and ceftriaxone, so that meropenem is not shown. */
export const coli = {
  number: 1,
  organism: 'escherichia-coli',
  amount: 'from_1e5',
  comment: '',
  antibiogram: [zone('CIP', 30), zone('CRO', 28), zone('MEM', 30)],
}
/** The same, resistant to ceftriaxone: meropenem is shown. */
export const resistantColi = { ...coli, antibiogram: [zone('CIP', 15), zone('CRO', 10), zone('MEM', 30)] }
export { zone }

export const urineGrowth = {
  'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more',
  'CULTURE-GRAM': 'Gram-negative rods',
}

/** A laboratory whose cultures can be booked, with a breakpoint table. */
export async function openCultureBench(options: TestAppOptions<StoppedClock> = {}) {
  const lab = await openTestApp(options)
  const bench = benchOf(lab)
  await lab.pool.query(`update test set bookable = true where code in (select test_code from culture_test)`)
  const manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  const [maya, rita] = [await bench.skilled('Maya Microbiologist'), await bench.skilled('Rita Reviewer')]
  const added = await addTable(lab, manager)
  expect(added.statusCode, added.body).toBe(201)
  const ama = await lab.signUpPatient({ fullName: 'Ama Mensah', email: 'ama@example.com' })
  return {
    ...{ lab, bench, manager, maya, rita, ama },
    save: (id: string, body: object, by: Person = maya) =>
      lab.call('PUT', `/api/Labtask/cultures/${id}`, {
        by,
        body: { values: urineGrowth, isolates: [coli], stage: 'reading', revision: 0, ...body },
      }),
    read: (id: string, by: Person = maya) => lab.call('GET', `/api/Labtask/cultures/${id}`, { by }),
    list: async (by: Person = maya) => (await lab.call('GET', '/api/Labtask/cultures', { by })).json().rows,
  }
}
