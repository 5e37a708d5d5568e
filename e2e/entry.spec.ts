import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { jpegFile, pdfFile, pngFile } from '../server/tests/sample-files.ts'
import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { keptRecords } from './kept-records.ts'
import { expect, type Page, test } from './server.ts'
import { signIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'

test.beforeAll(({ lab }) => lab.renew())

/** Calls that reached the server, by method and the end of the address; those that a dead line swallowed are none. */
function answered(context: BrowserContext, method: string, end: string): () => number {
  let count = 0
  context.on('response', (response) => {
    const request = response.request()
    if (request.method() === method && new URL(request.url()).pathname.endsWith(end) && response.ok()) count++
  })
  return () => count
}

const kept = {
  here: 'Kept in this browser, sent when the network is back.',
  there: 'Kept on the server.',
  tab: 'Kept until this tab is closed',
}

test('what is typed without a network outlives the closed tab, lies nowhere in the clear, and is sent once', async ({
  page,
  context,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  const drafts = answered(context, 'PUT', '/draft')
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  await page.getByLabel('HGB').focus()
  await context.setOffline(true)
  await page.keyboard.type('12.9')
  await expect(page.getByText(kept.here)).toBeVisible()

  await test.step('saving says that it is not saved, and what became of what was typed', async () => {
    await page.keyboard.press('Control+Enter')
    const problem = page.getByRole('alert').filter({ hasText: 'Not saved' })
    await expect(problem).toContainText('Your input is kept; its place is stated below.')
    await expect(problem).toBeFocused()
    await expect(page.getByText(kept.here)).toBeVisible()
    await look(page)
    // Going on with typing is not interrupted by the message.
    await page.getByLabel('PLT').focus()
    await page.keyboard.type('250')
    await expect(page.getByLabel('PLT')).toHaveValue('250')
    await page.getByLabel('PLT').fill('')
    await expect(page.getByText(kept.here)).toBeVisible()
  })

  await test.step('it is there again, before the server has heard of it', async () => {
    const store = await keptRecords(page, 'drafts')
    expect(store.count).toBe(1)
    expect(store.text).not.toMatch(/12\.9|HGB/)
    expect(store.extractable).toEqual([false])
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(stored).not.toMatch(/12\.9|HGB/)
    // Chromium puts a page online again while it closes it. Nothing that the page sends then must arrive.
    await page.evaluate('globalThis.fetch = () => new Promise(() => {})')
    await page.close()
    await context.route('**/draft', (route) => route.abort())
    await context.setOffline(false)
  })

  const reopened = await context.newPage()
  await reopened.goto(`/tasks/${task}`)
  await expect(reopened.getByLabel('HGB')).toHaveValue('12.9')
  await expect(reopened.getByText(kept.here)).toBeVisible()
  expect(drafts()).toBe(0)

  await test.step('and goes to the server once', async () => {
    await context.unroute('**/draft')
    await expect(reopened.getByText(kept.there)).toBeVisible()
    expect(drafts()).toBe(1)
    await expect.poll(async () => (await keptRecords(reopened, 'drafts')).count).toBe(0)
    const form = await lab.call<{ draft: { typed: object } }>('GET', `/api/Labtask/task/${task}/results`, {
      by: hana,
    })
    expect(form.draft.typed).toEqual({ HGB: '12.9', PLT: '' })
  })
})

test('a save whose answer was lost is found to be done, and not done again', async ({
  page,
  context,
  lab,
}) => {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  await page.getByLabel('HGB').fill('9.3')
  await context.route('**/results', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  // What the server has can be read a while later only.
  let readable = false
  await context.route(`**/task/${task}/results`, (route) =>
    route.request().method() === 'GET' && !readable ? route.abort() : route.fallback(),
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Not saved: the laboratory’s server could not be reached.')).toBeVisible()
  readable = true
  await expect(page.getByText('Not saved')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ has: page.getByLabel('HGB') })).toContainText('Low')
  const path = `/api/Labtask/task/${task}/results`
  const form = await lab.call<{ resultsRevision: number; draft: object | null }>('GET', path, { by: hana })
  expect(form).toMatchObject({ resultsRevision: 1, draft: null })
})

/** Hana has typed a value, which is kept on the server; Rita can enter results as well. */
async function typed(page: Page, lab: Laboratory) {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const { task } = await startedTask(lab, ama, hana)
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  await page.getByLabel('HGB').fill('12.9')
  await expect(page.getByText(kept.there)).toBeVisible()
  return { hana, rita, path: `/api/Labtask/task/${task}/results` }
}

test('two people enter the same test: the second sees both side by side and loses nothing', async ({
  page,
  lab,
}) => {
  const { hana, rita, path } = await typed(page, lab)
  await lab.call('POST', path, { by: rita, body: { values: { HGB: 11.1, PLT: 250 }, revision: 0 } })

  await page.keyboard.press('Control+Enter')
  const conflict = page.getByRole('alert').filter({ hasText: 'Rita Reviewer saved results of this test' })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('row', { name: 'HGB 12.9 g/dL 11.1 g/dL' })).toBeVisible()
  await expect(conflict.getByRole('row', { name: /^PLT empty 250/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save results' })).toBeDisabled()
  await look(page)
  await page.getByRole('button', { name: 'Combine both, mine first' }).press('Enter')
  await expect(page.getByLabel('HGB')).toHaveValue('12.9')
  await expect(page.getByLabel('PLT')).toHaveValue('250')
  await expect(page.getByText(kept.there)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Full Blood Count: results saved.')).toBeVisible()
  await expect(page.getByText('Entered by Hana Haematologist.')).toBeVisible()
  const form = await lab.call<{ resultsRevision: number }>('GET', path, { by: hana })
  expect(form).toMatchObject({ resultsRevision: 2, draft: null })
})

test('a save is answered by the choice, although the results of another were on the screen first', async ({
  page,
  lab,
}) => {
  const { rita, path } = await typed(page, lab)
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const loadedAgain = page.waitForResponse((one) => one.url().endsWith(path) && one.ok())
    await lab.call('POST', path, { by: rita, body: { values: { HGB: 11.1 }, revision: 0 } })
    await loadedAgain
    return route.continue()
  })
  await page.keyboard.press('Control+Enter')
  const conflict = page.getByRole('alert').filter({ hasText: 'Rita Reviewer saved results of this test' })
  await expect(conflict).toBeFocused()
})

test('two tabs without a network never overwrite each other', async ({ page, context, lab }) => {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  await signIn(page, hana)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/tasks/${task}`)
    await expect(tab.getByLabel('HGB')).toBeVisible()
  }
  await context.setOffline(true)
  await page.getByLabel('HGB').fill('12.9')
  await expect(page.getByText(kept.here)).toBeVisible()
  await other.getByLabel('HGB').fill('9.3')
  await expect(other.getByText('You continued this draft elsewhere.')).toBeVisible()
  await expect(other.getByRole('row', { name: 'HGB 9.3 g/dL 12.9 g/dL' })).toBeVisible()
  await other.getByRole('button', { name: 'Use what is kept there' }).press('Enter')
  await expect(other.getByLabel('HGB')).toHaveValue('12.9')
})

test('what one person typed is never shown to the next on the same browser, and goes with the session', async ({
  page,
  context,
  lab,
}) => {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const { task } = await startedTask(lab, ama, hana)
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  await context.route('**/draft', (route) => route.abort())
  await page.getByLabel('HGB').fill('12.9')
  await expect(page.getByText(kept.here)).toBeVisible()

  await signIn(page, rita)
  await page.reload()
  await expect(page.getByLabel('HGB')).toHaveValue('')
  await signIn(page, hana)
  await page.reload()
  await expect(page.getByLabel('HGB')).toHaveValue('12.9')

  await test.step('nor is it kept for longer than a week', async () => {
    // Away from the form, which would keep it anew once its server could not be reached.
    await page.goto('/healthz')
    await page.evaluate(`new Promise((done) => {
      indexedDB.open('phial').onsuccess = ({ target: { result: db } }) => {
        const drafts = db.transaction('drafts', 'readwrite').objectStore('drafts')
        drafts.openCursor().onsuccess = ({ target: { result: cursor } }) => {
          if (cursor) cursor.update({ ...cursor.value, keptAt: Date.now() - 7 * 86_400_000 - 1000 })
        }
        drafts.transaction.oncomplete = () => { db.close(); done() }
      }
    })`)
    await page.goto(`/tasks/${task}`)
    await expect(page.getByLabel('HGB')).toHaveValue('')
    await page.getByLabel('HGB').fill('12.9')
    await expect(page.getByText(kept.here)).toBeVisible()
  })

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${lab.url}/`)
  await expect
    .poll(async () => await keptRecords(page, 'drafts'))
    .toMatchObject({ count: 0, extractable: [] })

  // Nor does it outlive a session that the server ends.
  await signIn(page, rita)
  await page.goto(`/tasks/${task}`)
  await page.getByLabel('HGB').fill('9.3')
  await expect(page.getByText(kept.here)).toBeVisible()
  // The bell hears of it, now and then before anything could be pressed.
  await lab.sql('delete from session')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  await expect
    .poll(async () => await keptRecords(page, 'drafts'))
    .toMatchObject({ count: 0, extractable: [] })
})

test('a browser without a safe place keeps it as long as the tab is open, and says so', async ({
  page,
  context,
  lab,
}) => {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  // As at an address without https, where browsers offer no encryption.
  await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })")
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  await context.route('**/draft', (route) => route.abort())
  await page.getByLabel('HGB').fill('12.9')
  await expect(page.getByText(kept.tab)).toBeVisible()
  await page.getByRole('link', { name: 'Release', exact: true }).click()
  await page.goBack()
  await expect(page.getByLabel('HGB')).toHaveValue('12.9')
  // The call of the new screen has ended: one that is held while the route is removed is never answered.
  await expect(page.getByText(kept.tab)).toBeVisible()
  await context.unroute('**/draft')
  await expect(page.getByText(kept.there)).toBeVisible()
})

test('a whole count is entered by the keyboard alone, and each field answers when it is left', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(
    page.getByRole('listitem').filter({ has: page.locator('[name^="values."], output') }),
  ).toHaveCount(18)
  await page.getByLabel('WBC').focus()
  for (const value of ['6.1', '4.2', '69', '38.5', '250', '55', '35', '6', '3', '1']) {
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Save results' })).toBeFocused()
  await expect(row('HGB')).toContainText('HGB cannot be 69: 0 to 30 is possible')
  await page.keyboard.press('Shift+Tab')
  for (let back = 0; back < 7; back++) await page.keyboard.press('Shift+Enter')
  await expect(page.getByLabel('HGB')).toBeFocused()
  await page.getByLabel('HGB').press('ControlOrMeta+a')
  await page.keyboard.type('6.9')
  await expect(row('HGB')).not.toContainText('Critically low')
  await page.keyboard.press('Enter')
  await expect(row('HGB')).toContainText('Critically low')
  await expect(row('MCHC')).toContainText('17.9')
  await expect(row('Neutrophils (abs)')).toContainText('3.36')
  await page.getByText('How the calculated values are computed').press('Enter')
  await expect(page.getByText('HGB (g/dL) × 100 ÷ HCT (%)')).toBeVisible()
  await look(page)
  await page.getByLabel('HCT').focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Full Blood Count: results saved.')).toBeVisible()
  await expect(page.getByLabel('HCT')).toBeFocused()
  await expect(page.getByText('HGB: 6.9 g/dL is critical.')).toBeVisible()
})

test('files are attached by choosing and by dropping, downloaded, and removed with a reason', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp()
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  const box = page.getByRole('region', { name: 'Attachments' })
  await expect(box).toContainText('No file is attached.')
  const film = pngFile('film')
  const print = pdfFile()
  const choose = box.getByLabel(/^Choose files or drop them here/)

  await test.step('the keyboard opens the choice; each file says what is wrong with it', async () => {
    const opened = page.waitForEvent('filechooser')
    await choose.press('Enter')
    await (await opened).setFiles([
      { name: 'film 1.png', mimeType: 'image/png', buffer: film },
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>1</script>') },
      { name: 'video.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_485_761, 1) },
    ])
    await expect(box.getByRole('button', { name: 'Download film 1.png' })).toBeVisible()
    const entry = (name: string) => box.getByRole('listitem').filter({ hasText: name })
    await expect(entry('page.png')).toContainText('Not attached. This is no PDF, PNG or JPEG.')
    await expect(entry('video.jpg')).toContainText('Not attached. It is larger than 10 MB.')
    await look(page)
    for (const name of ['page.png', 'video.jpg'])
      await entry(name).getByRole('button', { name: 'Dismiss' }).click()
  })

  await test.step('a drop attaches as well; a lost connection is said at the file and tried again', async () => {
    const dropped = async (name: string, type: string, bytes: Buffer) => {
      const data = await page.evaluateHandle(
        `(() => {
          const data = new DataTransfer()
          const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (sign) => sign.charCodeAt(0))
          data.items.add(new File([bytes], '${name}', { type: '${type}' }))
          return data
        })()`,
      )
      await box.locator('label', { hasText: 'Choose files' }).dispatchEvent('drop', { dataTransfer: data })
    }
    await page.route('**/attachments', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await dropped('print.pdf', 'application/pdf', print)
    await expect(box.getByRole('alert')).toContainText('Not attached. No connection.')
    await page.unroute('**/attachments')
    await box.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(box.getByRole('button', { name: 'Download print.pdf' })).toBeVisible()
    await dropped('plate.jpeg', 'image/jpeg', jpegFile())
    await expect(box.getByRole('button', { name: 'Download plate.jpg' })).toBeVisible()
  })

  await test.step('a PDF comes back byte for byte', async () => {
    const coming = page.waitForEvent('download')
    await box.getByRole('button', { name: 'Download print.pdf' }).press('Enter')
    const file = await coming
    expect(file.suggestedFilename()).toBe('print.pdf')
    expect(readFileSync(await file.path()).equals(print)).toBe(true)
  })

  await test.step('and is removed with a reason, which stays', async () => {
    await box.getByRole('button', { name: 'Remove film 1.png' }).press('Enter')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('Of another patient')
    await look(page)
    await page.getByRole('button', { name: 'Remove the file' }).press('Enter')
    await expect(page.getByText('film 1.png is removed.')).toBeVisible()
    await box.getByText('Removed: 1').press('Enter')
    await expect(box).toContainText('Removed by Hana Haematologist')
    await expect(box).toContainText('Of another patient')
    await look(page)
  })
})

test('a full panel is saved and completed by one key, and a differential that is not 100 % is asked about', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  const values: Readonly<Record<string, string>> = {
    ...{ WBC: '6.1', RBC: '4.2', HGB: '12.9', HCT: '38.5', PLT: '250' },
    ...{ 'NEUT%': '50', 'LYMPH%': '30', 'MONO%': '6', 'EO%': '3', 'BASO%': '1' },
  }
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  const both = page.getByRole('button', { name: /^Save and complete/ })
  await expect(page.getByLabel('WBC')).toBeVisible()
  await expect(both).toHaveAccessibleDescription('Enter every value first.')
  for (const field of await page.locator('input[name^="values."]').all()) {
    const code = (await field.getAttribute('name'))?.slice('values.'.length) ?? ''
    await field.fill(values[code] ?? '10')
  }
  await expect(both).toBeEnabled()
  await look(page)

  await page.keyboard.press('Control+Shift+Enter')
  const question = page.getByRole('alertdialog', { name: 'Save a differential that is not 100 %?' })
  await expect(question).toContainText('The white cell differential adds up to 90 %.')
  await look(page)
  await question.getByRole('button', { name: 'Check again' }).press('Enter')
  await expect(page.getByText('results saved')).toHaveCount(0)
  await page.locator('input[name="values.NEUT%"]').fill('60')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByText('Full Blood Count: results saved.')).toBeVisible()
  await expect(page.getByText('Task Completed', { exact: true })).toBeVisible()
})
