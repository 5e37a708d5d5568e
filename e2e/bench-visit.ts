import type { Page } from '@playwright/test'
import type { Laboratory, Person } from './start-laboratory.ts'

/** A technician who may enter blood counts. */
export async function makeTechnician(lab: Laboratory, fullName: string): Promise<Person> {
  const technician = await lab.signUp({ role: 'technician', fullName })
  await lab.sql('insert into account_specialty select id, $2 from account where email = $1', [
    technician.email,
    'Full Blood Count',
  ])
  return technician
}

/** From the next page on, the browser of this page has the person's session. */
export async function signIn(page: Page, { token }: Person): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('token', text), token)
}

/** A visit whose blood is at the bench, with its one task started; made by calls. */
export async function startedTask(
  lab: Laboratory,
  patient: Person,
  technician: Person,
): Promise<{ visit: string; task: string }> {
  type Days = { days: { starts: { at: string }[] }[] }
  const { days } = await lab.call<Days>('GET', '/api/availability?tests=Full%20Blood%20Count')
  const { appointment } = await lab.call<{ appointment: { id: string } }>('POST', '/api/labtest/book', {
    by: patient,
    body: {
      patientDetails: {
        fullName: patient.fullName,
        age: 34,
        gender: 'female',
        contact: '+233 24 123 4567',
        email: patient.email,
      },
      testType: ['Full Blood Count'],
      scheduledDate: days.flatMap(({ starts }) => starts)[0]?.at,
      priority: 'low',
    },
  })
  const by = technician
  const path = `/api/labtest/appointment/${appointment.id}`
  await lab.call('POST', `${path}/arrive`, { by })
  const body = { identifiedBy: ['Full name', 'Age'], prepared: 'yes' }
  const { samples } = await lab.call<{ samples: { accession: string }[] }>('POST', `${path}/collect`, {
    by,
    body,
  })
  const accession = samples[0]?.accession ?? ''
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by })
  const { tasks } = await lab.call<{ tasks: { id: string }[] }>(
    'GET',
    `/api/Labtask/tasks?search=${accession}`,
    {
      by,
    },
  )
  const task = tasks[0]?.id ?? ''
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by, body: { status: 'in_progress' } })
  return { visit: appointment.id, task }
}
