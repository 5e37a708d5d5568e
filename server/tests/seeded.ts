import { seedDatabase } from '#server/demo/seed-database.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

/** A laboratory of two sites with a simulated past, and its manager. */
export async function openSeededApp(past: {
  visits: number
  days: number
  seed: number
}): Promise<{ lab: TestApp; manager: Person }> {
  const lab = await openTestApp()
  const manager = await lab.makeStaff('admin')
  await seedDatabase(lab.context, lab.superuser, { ...past, sites: 2, reports: 0, add: false }, () => {})
  return { lab, manager }
}
