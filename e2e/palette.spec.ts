import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, type Page, test } from './server.ts'
import { managerOf, signIn, staySignedIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' })

/** Opens the search by its key, types, and waits until the first hit is this one. */
async function find(page: Page, typed: string, first: string | RegExp): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(search(page).getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(typed)
  await expect(search(page).getByRole('option').first()).toHaveAccessibleName(first)
}

/**
 * Waits until the screen is shown: its title is set when its heading takes the focus. A search that was opened on the previous
 * screen would close with that screen.
 */
async function arrived(page: Page, address: RegExp | string, title: RegExp): Promise<void> {
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

test('staff find people, visits, samples, tests, settings and actions with the keyboard alone', async ({
  page,
  openPage,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  const { accession } = await lab.call<{ accession: string }>('GET', `/api/Labtask/task/${task}`, {
    by: hana,
  })
  await staySignedIn(page, await managerOf(lab))

  await test.step('an action', async () => {
    await page.goto('/manager-dashboard/insights')
    await find(page, 'receive', 'Receive samples')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Receive samples')).toBeFocused()
    await expect(search(page)).toBeHidden()
  })

  await test.step('a setting', async () => {
    await find(page, 'opening ho', 'Opening hours')
    await page.keyboard.press('Enter')
    await arrived(page, /\/manager-dashboard\/settings\/sites$/, /^Settings: sites/)
  })

  await test.step('a person, of whose name nothing lands in the address', async () => {
    await find(page, 'mensah', /^Ama Mensah /)
    const groups = search(page).getByRole('group')
    await expect(groups.filter({ hasText: 'Visits' })).toBeVisible()
    await expect(groups.filter({ hasText: 'Samples' })).toBeVisible()
    await look(page)
    expect(page.url()).not.toContain('mensah')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/manager-dashboard\/people\//)
    await expect(heading(page, 'Ama Mensah')).toBeFocused()
  })

  await test.step('a visit, with the arrows', async () => {
    await find(page, 'mensah', /^Ama Mensah /)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await arrived(page, /\/appointments\//, /^Appointment/)
  })

  await test.step('a sample by the beginning of its accession number', async () => {
    await find(page, accession.slice(0, 13), /^[\d ]+ Ama Mensah/)
    await page.keyboard.press('Enter')
    await arrived(page, `/sample/${accession}`, /^Sample/)
  })

  await test.step('Escape closes it and gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await button.click()
    await search(page).getByRole('searchbox').fill('xyzzy')
    await expect(search(page).getByText('Nothing found.')).toBeVisible()
    await look(page)
    await page.keyboard.press('Escape')
    await expect(search(page)).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('a technician is offered what is theirs, and no more', async () => {
    const bench = await openPage()
    const refused: string[] = []
    bench.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await bench.goto('/login')
    await signIn(bench, hana)
    await bench.goto('/technician-dashboard')
    await find(bench, 'mensah', /^Ama Mensah /)
    await expect(search(bench).getByRole('group').filter({ hasText: 'People' })).toHaveCount(0)
    await bench.keyboard.press('Enter')
    await arrived(bench, /\/collect\//, /^Collection/)
    await find(bench, 'full blood', /^Full Blood Count/)
    await bench.keyboard.press('Enter')
    await expect(heading(bench, 'Worklist: Full Blood Count')).toBeVisible()
    await bench.keyboard.press('Control+k')
    await search(bench).getByRole('searchbox').fill('closures')
    await expect(search(bench).getByText('Nothing found.')).toBeVisible()
    expect(refused).toEqual([])
  })
})

test('? lists the keys of the screen with their words', async ({ page, lab }) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  await startedTask(lab, ama, hana)
  await staySignedIn(page, hana)
  await page.goto('/worklist?test=Full+Blood+Count')
  await expect(heading(page, 'Worklist: Full Blood Count')).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  for (const [key, words] of [
    ['P', 'Print'],
    ['S', 'Start all (not possible now)'],
    ['Esc', 'Back to Dashboard'],
    ['Enter', 'Find what was typed into the scan field'],
    ['Ctrl K', 'Search everything'],
    ['?', 'Show these keys'],
  ] as const) {
    await expect(keys.getByText(words, { exact: true })).toBeVisible()
    await expect(keys.getByRole('term').filter({ hasText: key }).first()).toBeVisible()
  }
  await look(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
})
