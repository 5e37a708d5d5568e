import { look } from './accessible.ts'
import { collected, makeTechnician, startedTask } from './bench-visit.ts'
import { heading, scan } from './screens.ts'
import { expect, type Person, test } from './server.ts'
import { signIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { type Booked, book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

/** A visit with its tube drawn; made by calls. */
async function drawn(lab: Laboratory, patient: Person, by: Person): Promise<Booked & { accession: string }> {
  const visit = await book(lab, patient)
  const [accession = ''] = await collected(lab, by, visit)
  return { ...visit, accession }
}

test('tubes are received one scan after the other, listed for the rack, printed and started at once', async ({
  page,
  lab,
}) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const other = await makeTechnician(lab, 'Otto Other')
  const visits = []
  for (const fullName of ['Ama Mensah', 'Kofi Owusu', 'Efua Dadzie']) {
    visits.push(await drawn(lab, await lab.signUp({ fullName }), hana))
  }
  const [first, second, third] = visits.map(({ accession }) => accession) as [string, string, string]
  await signIn(page, hana)
  await page.goto('/technician-dashboard')

  await test.step('what comes is listed and heard; what goes wrong stays until somebody has seen to it', async () => {
    await page.getByRole('link', { name: 'Receive samples' }).press('Enter')
    await expect(heading(page, 'Receive samples')).toBeFocused()
    await look(page)
    await page.getByLabel('Store them in').fill('Rack 7')
    await scan(page, first)
    const list = page.getByRole('list', { name: 'Scanned tubes, the latest first' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByLabel('Store them in')).toHaveValue('Rack 7')
    await scan(page, first)
    await expect(list).toContainText('This sample is received: it cannot be received.')
    await scan(page, second)
    await expect(page.getByText('2 received, 1 not received')).toBeVisible()
    await expect(list.getByRole('listitem').first()).toContainText('Not received')
    await look(page)
    await page.getByRole('button', { name: `Dismiss ${first}` }).press('Enter')
    await expect(page.getByText('2 received', { exact: true })).toBeVisible()
  })

  await test.step('the menu marks the entry that each of the bench’s screens belongs to', async () => {
    for (const [path, name, current] of [
      ['/worklist', 'Worklists', 'page'],
      ['/receive', 'Receive', 'page'],
      ['/collect', 'Visits', 'page'],
      [`/sample/${first}`, 'Dashboard', 'true'],
    ] as const) {
      await page.goto(path)
      const menu = page.getByRole('navigation', { name: 'Area' })
      await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', current)
      await expect(menu.locator('[aria-current]')).toHaveCount(1)
    }
    await expect(page.getByText('Rack 7')).toBeVisible()
  })

  await test.step('a worklist has places, bars and patients, on the screen and on paper', async () => {
    await page.goto('/worklist')
    await expect(page.getByRole('heading', { name: 'Choose a test' })).toBeVisible()
    await look(page)
    await page.getByLabel('Test').selectOption('Full Blood Count')
    await expect(heading(page, 'Worklist: Full Blood Count')).toBeVisible()
    await expect(page.getByText('3 samples, 2 ready to start')).toBeVisible()
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(1)).toContainText('Ama Mensah')
    await expect(page.getByRole('img', { name: `Bar code of ${first}` })).toBeVisible()
    await look(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByLabel('Scan or type a code')).toBeHidden()
    await expect(page.getByRole('button', { name: /Start all/ })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Area' })).toBeHidden()
    await expect(rows.nth(2)).toContainText('Kofi Owusu')
    await page.emulateMedia({ media: null })
  })

  await test.step('all are started with one key; what somebody else took meanwhile is named', async () => {
    const { rows: tasks } = await lab.call<{ rows: { id: string }[] }>(
      'GET',
      `/api/Labtask/tasks?search=${second}`,
      { by: other },
    )
    const body = { status: 'in_progress' }
    await page.route('**/api/Labtask/worklist/start', async (route) => {
      await lab.call('PUT', `/api/Labtask/task/${tasks[0]?.id}/status`, { by: other, body })
      await route.continue()
    })
    await heading(page, 'Worklist: Full Blood Count').focus()
    await page.keyboard.press('s')
    await expect(page.getByText('1 task started, 1 left out.')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'works on it' })).toContainText(
      'Kofi Owusu: Otto Other works on it.',
    )
    await expect(page.getByRole('row').nth(1)).toContainText('yours')
    await expect(page.getByRole('button', { name: /Start all/ })).toHaveAccessibleDescription(
      'Nothing on this list can be started.',
    )
    await look(page)
  })

  await test.step('a task goes back in the queue with a reason', async () => {
    await page.getByRole('row').nth(1).getByRole('link').press('Enter')
    await page.getByRole('button', { name: 'Put back in the queue' }).press('Enter')
    await page.getByLabel('Reason').fill('The analyser stands still')
    await look(page)
    await page.getByRole('button', { name: 'Put back', exact: true }).press('Enter')
    await expect(page.getByText('Full Blood Count: back in the queue.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Start Task/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('The analyser stands still')
  })

  await test.step('an aliquot is listed with its place, and is discarded with a reason', async () => {
    await lab.call('POST', `/api/Labtask/sample/${third}/receive`, { by: hana, body: {} })
    await lab.call('POST', `/api/Labtask/sample/${third}/aliquot`, {
      by: hana,
      body: { tube: 'Cryotube', storagePlace: 'Freezer 2' },
    })
    await page.goto(`/sample/${third}`)
    const parts = page.getByRole('region', { name: 'Aliquots' })
    await expect(parts).toContainText('Cryotube, Freezer 2')
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await page.getByLabel('Reason').fill('Old')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('A task on this sample is not finished')
    await page.keyboard.press('Escape')
    await parts.getByRole('link').press('Enter')
    await expect(parts).toBeHidden()
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await page.getByLabel('Reason').fill('Two weeks are over')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(page.getByRole('term').filter({ hasText: 'Discarded' })).toBeVisible()
    await look(page)
  })
})

test('a bad sample is rejected, and in the same action the patient gets a time and the tube a label', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const visit = await drawn(lab, ama, hana)
  await signIn(page, hana)
  // A slow network: the form asks before the plan of the visit is loaded.
  const plan = Promise.withResolvers<void>()
  await page.route('**/collection', async (route) => {
    await plan.promise
    await route.continue()
  })
  await page.goto(`/sample/${visit.accession}`)
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('Haemolysed')
  const reject = dialog.getByRole('button', { name: 'Reject sample' })
  await reject.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Choose when to collect it again')
  plan.resolve()
  await dialog.getByLabel('At a new time; the patient gets a message').check()
  await reject.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Choose a time')
  const day = dialog.getByLabel('Day')
  await day.selectOption({ index: 1 })
  const times = dialog.getByLabel('Time', { exact: true })
  await times.selectOption({ index: 1 })
  const wanted = await times.inputValue()
  await look(page)

  await test.step('a time that is taken meanwhile leaves everything as it was, with the nearest instead', async () => {
    for (let chair = 0; chair < 4; chair++) {
      await lab.call('POST', '/api/labtest/book', {
        by: ama,
        body: {
          patientDetails: { fullName: 'Somebody', age: 40, gender: 'male', contact: '+233241234567' },
          testType: ['Urine R/E'],
          scheduledDate: wanted,
        },
      })
    }
    await reject.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('This slot is already booked.')
    await look(page)
    await dialog.getByRole('alert').getByRole('button').first().press('Enter')
  })

  const label = page.waitForResponse((answer) => answer.url().includes('/api/Labtask/labels.pdf'))
  await reject.press('Enter')
  expect((await label).status()).toBe(200)
  await page.bringToFront()
  await expect(page.getByText(/Ama Mensah comes again on/)).toBeVisible()
  await expect(page.getByText('Label of the new tube')).toBeVisible()
  await look(page)

  const mail = await lab.mailTo(ama.email)
  expect(mail.subject).toBe('A new time for your laboratory visit')
  await page.getByRole('link', { name: visit.reference }).press('Enter')
  await expect(page.getByText(/The patient comes again .*visit/)).toBeVisible()
  await look(page)

  await test.step('the patient sees it among their appointments and may choose another time', async () => {
    await signIn(page, ama)
    await page.goto('/patient-dashboard/appointments')
    const { appointments } = await lab
      .call<{ id: string; recollects: string | null }[]>('GET', '/api/labtest/appointments', { by: ama })
      .then((list) => ({ appointments: list.filter(({ recollects }) => recollects === visit.id) }))
    await page.goto(`/patient-dashboard/view-appointment?id=${appointments[0]?.id}`)
    await expect(page.getByText('does not mean that something is wrong with your health')).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Edit Appointment' }).click()
    await expect(page.getByText('its tests and the person stay as they are')).toBeVisible()
    await look(page)
  })
})

test('a manager releases what waits, turns a rule on, and finds what it released to correct it', async ({
  page,
  lab,
}) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const mina = await lab.signUp({ role: 'admin', fullName: 'Mina Manager' })
  const whole = {
    WBC: 6.1,
    RBC: 4.2,
    HGB: 12.9,
    HCT: 38.5,
    PLT: 250,
    'NEUT%': 55,
    'LYMPH%': 35,
    'MONO%': 6,
    'EO%': 3,
    'BASO%': 1,
  }
  const complete = async (fullName: string, values: object) => {
    const { task } = await startedTask(lab, await lab.signUp({ fullName }), hana)
    await lab.call('POST', `/api/Labtask/task/${task}/results`, { by: hana, body: { values, revision: 0 } })
    await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'completed' } })
  }
  for (const name of ['Ama Mensah', 'Kofi Owusu', 'Efua Dadzie']) await complete(name, whole)
  await signIn(page, mina)
  await page.goto('/manager-dashboard')
  await page.getByRole('link', { name: 'Release', exact: true }).press('Enter')

  await test.step('one by one and together, with the keyboard alone', async () => {
    await expect(page.getByText('3 tests are waiting for release')).toBeVisible()
    await look(page)
    await page.getByRole('checkbox').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('checkbox', { name: /Kofi Owusu/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 tests are waiting for release')).toBeVisible()
    await heading(page, 'Release results').focus()
    await page.keyboard.press('a')
    await expect(page.getByRole('button', { name: 'Release 2' })).toBeEnabled()
    await page.keyboard.press('r')
    await expect(page.getByText('Nothing is waiting for release')).toBeVisible()
  })

  await test.step('a rule is turned on with a reason, and releases what there is nothing to see in', async () => {
    await page.getByRole('link', { name: 'Automatic release' }).press('Enter')
    await expect(page.getByText('Off for every test')).toBeVisible()
    await look(page)
    await page.getByRole('button', { name: 'Turn on automatic release of Full Blood Count' }).press('Enter')
    await page.getByLabel('Reason').fill('Checked on 300 counts')
    await page.getByText('Limits instead of the intervals').click()
    await page.getByLabel('HGB from').fill('many')
    await page.getByRole('button', { name: 'Turn on', exact: true }).press('Enter')
    await expect(page.getByLabel('HGB from')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('HGB from').fill('12,5')
    await look(page)
    await page.getByRole('button', { name: 'Turn on', exact: true }).press('Enter')
    await expect(page.getByText('On for 1 test')).toBeVisible()
    await complete('Nana Addo', whole)
    await complete('Yaw Boateng', { ...whole, HGB: 12.4 })
    await page.reload()
    await expect(page.getByRole('region', { name: 'Recently left for manual release' })).toContainText(
      'HGB is beyond the rule’s own limits.',
    )
    await look(page)
  })

  await test.step('what was released is found by name and opened for correction', async () => {
    await page.getByRole('link', { name: 'Released', exact: true }).press('Enter')
    await page.getByLabel('Search').fill('nana')
    const row = page.getByRole('listitem').filter({ hasText: 'Nana Addo' })
    await expect(row).toContainText('by the rule Full Blood Count within limits, version 1')
    await expect(page.getByRole('listitem').filter({ hasText: 'Ama Mensah' })).toBeHidden()
    await look(page)
    await row.getByRole('button', { name: 'Correct these results' }).press('Enter')
    await page.getByLabel('Reason').fill('Two tubes were swapped')
    await page.getByRole('button', { name: 'Open for correction' }).press('Enter')
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  })

  await test.step('the rule is off at once', async () => {
    await page.getByRole('link', { name: 'Automatic release' }).press('Enter')
    await page.getByRole('button', { name: 'Turn off automatic release of Full Blood Count' }).press('Enter')
    await page.getByLabel('Reason').fill('A new analyser')
    await page.getByRole('button', { name: 'Turn off', exact: true }).press('Enter')
    await expect(page.getByText('Off for every test')).toBeVisible()
    await complete('Esi Quaye', whole)
    await page.getByRole('link', { name: 'Waiting', exact: true }).press('Enter')
    await expect(page.getByText('The rule left this for manual release: HGB is beyond')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /Esi Quaye/ })).toBeVisible()
  })
})
