import type { Laboratory, Person } from './start-laboratory.ts'
import { book, moveToToday, type Wishes } from './visits.ts'

/** A technician who may enter these tests. */
export async function makeTechnician(
  lab: Laboratory,
  fullName: string,
  specialties: readonly string[] = ['Full Blood Count'],
): Promise<Person> {
  const technician = await lab.signUp({ role: 'technician', fullName })
  await lab.sql('insert into account_specialty select id, unnest($2::text[]) from account where email = $1', [
    technician.email,
    specialties,
  ])
  return technician
}

/** From the arrival to samples; answers their accession numbers in the order of draw. */
export async function collected(lab: Laboratory, by: Person, { id }: { id: string }): Promise<string[]> {
  await lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by })
  const body = { identifiedBy: ['Full name', 'Age'], prepared: 'yes' }
  const path = `/api/labtest/appointment/${id}/collect`
  const { samples } = await lab.call<{ samples: { accession: string }[] }>('POST', path, { by, body })
  return samples.map(({ accession }) => accession)
}

/** A visit whose one sample is at the bench, with its one task started; made by calls. */
export async function startedTask(
  lab: Laboratory,
  patient: Person,
  technician: Person,
  wishes?: Wishes,
): Promise<{ visit: string; task: string }> {
  const by = technician
  const visit = await book(lab, patient, wishes)
  if (!wishes?.at) await moveToToday(lab, visit)
  const [accession = ''] = await collected(lab, by, visit)
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by })
  const { rows: tasks } = await lab.call<{ rows: { id: string }[] }>(
    'GET',
    `/api/Labtask/tasks?search=${accession}`,
    { by },
  )
  const task = tasks[0]?.id ?? ''
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by, body: { status: 'in_progress' } })
  return { visit: visit.id, task }
}

/** Makes by calls a task with these results: its critical values are told, and another person releases it. */
export async function releasedTask(
  lab: Laboratory,
  people: { patient: Person; enters: Person; releases: Person },
  values: Readonly<Record<string, number>>,
  wishes?: Wishes,
): Promise<{ visit: string; task: string }> {
  const by = people.enters
  const started = await startedTask(lab, people.patient, by, wishes)
  const path = `/api/Labtask/task/${started.task}`
  type Saved = { form: { callbacks: { id: string }[] } }
  const { form } = await lab.call<Saved>('POST', `${path}/results`, { by, body: { values, revision: 0 } })
  for (const { id } of form.callbacks) {
    const body = { callbacks: [id], toldTo: 'Dr Boateng', readBack: true }
    await lab.call('POST', '/api/Labtask/callbacks/told', { by, body })
  }
  await lab.call('PUT', `${path}/status`, { by, body: { status: 'completed' } })
  await lab.call('POST', '/api/Labtask/release', { by: people.releases, body: { tasks: [started.task] } })
  return started
}
