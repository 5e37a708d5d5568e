import type { TestApp } from './harness.ts'

/** The body of a booking; tests change parts of it. */
export const bookingBody = {
  patientDetails: {
    fullName: 'Ama Mensah',
    age: 34,
    gender: 'female',
    contact: '+233 24 123 4567',
    email: 'ama@example.com',
  },
  testType: ['Full Blood Count', 'Blood Sugar'],
  scheduledDate: '2026-03-10',
  scheduleTime: '09:00',
} as const

/** A separate start for each visit of a test file, so that a chair is always free: twenty a day from 08:00. */
export function separateStarts(firstDay: string): () => { scheduledDate: string; scheduleTime: string } {
  let count = 0
  return () => {
    const [day, quarter] = [Math.floor(count / 20), count++ % 20]
    const start = new Date(Date.parse(`${firstDay}T08:00Z`) + day * 86_400_000 + quarter * 15 * 60_000)
    const text = start.toISOString()
    return { scheduledDate: text.slice(0, 10), scheduleTime: text.slice(11, 16) }
  }
}

/** Pairs of visits or holds with the same chair and overlapping times, found without the exclusion constraint. */
export async function chairClashes({ pool }: TestApp): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select a.id, b.id as other from visit a join visit b
       on a.site_id = b.site_id and a.chair = b.chair and a.id < b.id
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.status not in ('cancelled', 'no_show') and b.status not in ('cancelled', 'no_show')`,
  )
  return rows
}
