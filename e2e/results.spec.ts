import { readFileSync } from 'node:fs'
import { look } from './accessible.ts'
import { expect, type Page, type Person, test } from './server.ts'

type Lab = Parameters<Parameters<typeof test>[2]>[0]['lab']

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function makeTechnician(lab: Lab, fullName: string): Promise<Person> {
  const technician = await lab.signUp({ role: 'technician', fullName })
  await lab.sql('insert into account_specialty select id, $2 from account where email = $1', [
    technician.email,
    'Full Blood Count',
  ])
  return technician
}

async function signIn(page: Page, { token }: Person): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('token', text), token)
}

/** A visit whose blood is at the bench, with its one task started; made by calls. */
async function started(
  lab: Lab,
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

const count = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250, 'NEUT%': 55, 'LYMPH%': 35 }

const enter = (lab: Lab, by: Person, task: string, values: object) =>
  lab.call('POST', `/api/Labtask/task/${task}/results`, { by, body: { values } })
const complete = (lab: Lab, by: Person, task: string) =>
  lab.call('PUT', `/api/Labtask/task/${task}/status`, { by, body: { status: 'completed' } })
const release = (lab: Lab, by: Person, task: string) =>
  lab.call('POST', '/api/Labtask/release', { by, body: { tasks: [task] } })

test('a patient reads what was released, and what was corrected; the paper can be verified', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const { visit, task } = await started(lab, ama, hana)

  await page.goto('/login')
  await signIn(page, ama)
  await page.goto(`/patient-dashboard/view-appointment?id=${visit}`)
  await page.getByRole('link', { name: 'See results' }).click()
  await expect(heading(page, 'Your results are not ready yet')).toBeVisible()
  await look(page)

  await enter(lab, hana, task, { ...count, HGB: 9.3 })
  await complete(lab, hana, task)
  await release(lab, rita, task)
  await page.reload()
  await expect(heading(page, 'Results')).toBeVisible()
  const haemoglobin = page.getByRole('listitem').filter({ hasText: '9.3' })
  await expect(haemoglobin).toContainText('Below the usual range')
  await expect(haemoglobin).toContainText('talk to your doctor about what it means for you')
  await look(page)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).press('Enter')
  const pdf = await coming
  expect(pdf.suggestedFilename()).toMatch(/^results-.+-1\.pdf$/)
  expect(readFileSync(await pdf.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
  expect(new URL(page.url()).search).toBe(`?id=${visit}`)
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toMatch(
    /9\.3|HGB|Haemoglobin/i,
  )

  const { report } = await lab.call<{ report: { code: string } }>(
    'GET',
    `/api/labtest/appointment/${visit}/report`,
    { by: ama },
  )
  await page.goto(`/verify/${report.code}`)
  await expect(heading(page, 'This report is authentic')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '9.3' })).toContainText('Low')
  await look(page)

  await lab.call('POST', `/api/Labtask/task/${task}/correct`, {
    by: hana,
    body: { reason: 'Two tubes were swapped' },
  })
  await enter(lab, hana, task, count)
  await release(lab, rita, task)
  await page.reload()
  await expect(heading(page, 'This report was replaced')).toBeVisible()
  await look(page)
  await page.goto('/verify/0000000000000000')
  await expect(heading(page, 'This code is not known')).toBeVisible()
  await look(page)

  await page.goto(`/patient-dashboard/results?id=${visit}`)
  await expect(page.getByText('Reason: Two tubes were swapped')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Before: 9.3' })).toContainText('12.9')
  await expect(page.getByRole('button', { name: 'PDF of version 1' })).toBeVisible()
  await look(page)
})
