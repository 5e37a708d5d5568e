import { makeTechnician, releasedTask, startedTask } from './bench-visit.ts'
import type { Page } from './server.ts'
import type { Laboratory } from './start-laboratory.ts'

/** By how its title begins: some say a number as well. */
export const section = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) })

/** What stands at a figure, from its name to its comparison. */
export const figure = (page: Page, part: string, name: string) =>
  section(page, part)
    .locator('dl > div')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

/** A count that was released, and a sample that was rejected. */
export async function makeFigures(lab: Laboratory): Promise<void> {
  const enters = await makeTechnician(lab, 'Hana Haematologist')
  const releases = await makeTechnician(lab, 'Rita Reviewer')
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }
  await releasedTask(lab, { patient: ama, enters, releases }, values)

  const kofi = await startedTask(lab, await lab.signUp({ fullName: 'Kofi Owusu' }), enters)
  const second = `/api/Labtask/task/${kofi.task}`
  const { accession } = await lab.call<{ accession: string }>('GET', second, { by: enters })
  await lab.call('POST', `/api/Labtask/sample/${accession}/reject`, {
    by: enters,
    body: { reason: 'Clotted' },
  })
}
