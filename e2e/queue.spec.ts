import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import type { PageOptions } from './kept-pages.ts'
import { expect, type OpenPage, type Page, type Person, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

/** Opens a screen in a browser context of its own, signed in as `by`. */
async function window(
  openPage: OpenPage,
  path: string,
  { by, ...options }: PageOptions & { by?: Person } = {},
): Promise<Page> {
  const page = await openPage(options)
  if (by) await staySignedIn(page, by)
  await page.goto(path)
  return page
}

const phone = { viewport: { width: 390, height: 844 } }

test('what one does is on the others’ screens at once, and a lost network misses nothing', async ({
  openPage,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Queue' })
  const tina = await lab.signUp({ role: 'technician', fullName: 'Tina Desk' })
  const mary = await lab.signUp({ role: 'admin', fullName: 'Mary Manager' })
  const visit = await book(lab, ama)

  const patient = await window(openPage, '/patient-dashboard/queue', { by: ama, ...phone })
  const desk = await window(openPage, '/desk', { by: tina })
  const board = await window(openPage, '/board', { viewport: { width: 1280, height: 720 } })
  const manager = await window(openPage, '/manager-dashboard/floor', { by: mary })

  await expect(patient.getByText('You are not in the queue')).toBeVisible()
  await desk.getByRole('button', { name: 'Start at Chair 1' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Chair 1' })).toBeVisible()
  await expect(board.getByText('Chair 1')).toBeVisible()

  const { ticket } = await lab.call<{ ticket: { code: string } }>('POST', `/api/queue/check-in/${visit.id}`, {
    by: tina,
  })
  const { code } = ticket
  await expect(patient.getByText(code)).toBeVisible()
  await expect(patient.getByText('You are next')).toBeVisible()
  await expect(board.getByRole('region', { name: 'Waiting' })).toContainText(code)
  await expect(manager.getByRole('row', { name: new RegExp(code) })).toContainText('Ama Queue')
  await expect(desk.getByText(`Next: ${code}, Ama Queue`)).toBeVisible()
  expect(await board.content()).not.toContain('Ama')

  await desk.keyboard.press('n')
  await expect(patient.getByText('Please come now to Chair 1.')).toBeVisible()
  await expect(board.getByRole('region', { name: 'Now called' })).toContainText(code)
  await expect(manager.getByRole('row', { name: /Chair 1/ })).toContainText(code)
  for (const page of [patient, desk, board, manager]) {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }

  // The board's network goes: it keeps what it showed and says since when, while the others go on.
  await board.context().setOffline(true)
  await expect(board.getByText(/No connection since \d\d:\d\d/)).toBeVisible({ timeout: 60_000 })
  await expect(board.getByRole('region', { name: 'Now called' })).toContainText(code)
  await desk.keyboard.press('s')
  await expect(patient.getByText('You are being seen at Chair 1.')).toBeVisible()
  const walkIn = await window(openPage, '/desk/walk-in', { by: tina, ...phone })
  await walkIn.getByLabel('Full Name').fill('Kofi Walker')
  await walkIn.getByLabel('Age').fill('51')
  await walkIn.getByLabel('Gender').selectOption('male')
  await walkIn.getByLabel('Phone Number').fill('+233 20 765 4321')
  await walkIn.getByRole('combobox', { name: 'Tests' }).fill('ESR')
  await walkIn.keyboard.press('Enter')
  await expectAccessible(walkIn)
  await walkIn.getByRole('button', { name: 'Register and give a number' }).click()
  const given = walkIn.getByRole('status').filter({ hasText: 'Kofi Walker' })
  await expect(given).toBeVisible()
  const [second = ''] = /[A-Z]-\d{3}/.exec((await given.textContent()) ?? '') ?? []
  await expect(manager.getByRole('row', { name: new RegExp(second) })).toContainText('Kofi Walker')
  // The key works as soon as this screen shows a waiting ticket.
  await expect(desk.getByRole('row', { name: new RegExp(second) })).toBeVisible()
  await desk.keyboard.press('n')
  await expect(desk.getByRole('row', { name: new RegExp(second) })).toBeHidden()

  await board.context().setOffline(false)
  await expect(board.getByRole('region', { name: 'Now called' })).toContainText(second, { timeout: 20_000 })
  await expect(board.getByText(/No connection/)).toBeHidden()

  // Nobody comes: back into the line, and taken back as a slip of the hand.
  await desk.keyboard.press('k')
  await expect(board.getByRole('region', { name: 'Waiting' })).toContainText(second)
  await expect(patient.getByText(/You will be told when your results are ready/)).toBeVisible()
  await desk.getByRole('button', { name: `Undo for ${code}` }).click()
  await expect(patient.getByText('You are being seen at Chair 1.')).toBeVisible()
})

test('the kiosk checks in whoever knows reference and surname, and gives nothing away to others', async ({
  openPage,
  lab,
}) => {
  const esi = await lab.signUp({ fullName: 'Esi Kiosk-Mensah' })
  const visit = await book(lab, esi)
  // The kiosk checks in from two hours before the start, and only visits of today.
  await lab.sql(
    `update visit set starts_at = soon, ends_at = soon + interval '15 minutes',
       during = tstzrange(soon, soon + interval '20 minutes')
     from (select least(now() + interval '5 minutes',
                        date_trunc('day', now() + interval '1 day', 'Africa/Accra') - interval '20 minutes') as soon) as of
     where id = $1`,
    [visit.id],
  )
  const kiosk = await window(openPage, '/kiosk', phone)
  await expectAccessible(kiosk)
  await kiosk.getByLabel('Reference').fill(visit.reference)
  await kiosk.getByLabel('Surname').fill('Nobody')
  await kiosk.getByRole('button', { name: 'Check in' }).click()
  await expect(kiosk.getByRole('alert')).toBeVisible()
  const refused = await kiosk.getByRole('alert').textContent()
  await kiosk.getByLabel('Reference').fill('ZZZZZZZZ')
  const answered = kiosk.waitForResponse((response) => response.request().method() === 'POST')
  await kiosk.getByRole('button', { name: 'Check in' }).click()
  await answered
  await expect(kiosk.getByRole('button', { name: 'Check in' })).toBeEnabled()
  expect(await kiosk.getByRole('alert').textContent()).toBe(refused)

  await kiosk.getByLabel('Reference').fill(visit.reference.toLowerCase())
  await kiosk.getByLabel('Surname').fill('kiosk-mensah')
  await kiosk.keyboard.press('Enter')
  await expect(kiosk.getByRole('heading', { level: 1, name: 'You are checked in' })).toBeFocused()
  expect(await kiosk.content()).not.toContain('Esi')
  await expectAccessible(kiosk)
  const pass = await kiosk.locator('strong').last().textContent()
  const code = await kiosk.getByText(/^[A-Z]-\d{3}$/).textContent()

  // With the pass code the place is on any phone, without a name.
  const place = await window(openPage, '/place', phone)
  await place.getByLabel('Pass code').fill(pass ?? '')
  await place.getByRole('button', { name: 'Show my place' }).click()
  await expect(place.getByText(code ?? 'no code')).toBeVisible()
  await place.reload()
  await expect(place.getByText(code ?? 'no code')).toBeVisible()
  expect(await place.content()).not.toContain('Esi')
  await expectAccessible(place)

  // The next person at the kiosk does not see the last one's number.
  await expect(kiosk.getByLabel('Reference')).toBeVisible({ timeout: 30_000 })
})

test('anyone can see whether the waits that were told were true', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await page.goto('/accuracy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How accurate are our waiting times?')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

const walker = (number: number) => ({
  patientDetails: { fullName: `Walker ${number}`, age: 30, gender: 'male', contact: '+233 20 000 0000' },
  testType: ['Full Blood Count'],
})

test('on the floor, mouse and keys open the details of each person and sample, with the reason of its wait', async ({
  openPage,
  lab,
}) => {
  const mary = await lab.signUp({ role: 'admin', fullName: 'Mary Floor' })
  const hana = await makeTechnician(lab, 'Hana Floor')
  await startedTask(lab, await lab.signUp({ fullName: 'Ama Sampled' }), hana)
  const body = { ...walker(1), patientDetails: { ...walker(1).patientDetails, fullName: 'Kofi Floor' } }
  const { ticket } = await lab.call<{ ticket: { code: string } }>('POST', '/api/queue/walk-in', {
    by: mary,
    body,
  })
  const floor = await window(openPage, '/manager-dashboard/floor', { by: mary })
  const room = floor.getByRole('group', { name: 'People and samples on the floor' })
  const kofi = room.getByRole('button', {
    name: new RegExp(`^${ticket.code} Kofi Floor, place \\d+: In line since`),
  })
  await kofi.click()
  const dialog = floor.getByRole('dialog', { name: `${ticket.code}, Kofi Floor` })
  await expect(dialog).toContainText(/Reason for this placeIn line since \d\d:\d\d/)
  await expectAccessible(floor)
  await floor.keyboard.press('Escape')
  await expect(kofi).toBeFocused()

  await floor.keyboard.press('ArrowLeft')
  await expect(kofi).not.toBeFocused()
  const tube = room.getByRole('button', { name: /EDTA.*Full Blood Count: In progress/ }).first()
  await tube.focus()
  await floor.keyboard.press('Enter')
  const ofSample = floor.getByRole('dialog')
  await expect(ofSample).toContainText('Hana Floor')
  await expect(ofSample).not.toContainText('Ama')
  await ofSample.getByRole('link', { name: 'Open the sample' }).click()
  await expect(floor).toHaveURL(/\/sample\/\d{14}$/)

  // The same samples as a table, for screen readers and phones.
  await floor.goBack()
  await floor.setViewportSize(phone.viewport)
  await expect(floor.getByRole('table', { name: 'Samples in process, latest first' })).toContainText(
    'In progress',
  )
  await expectNoSidewaysScroll(floor)
})

test('the board shows all waiting codes and the latest call in large letters, without cutting, for any number of codes', async ({
  openPage,
  lab,
}) => {
  const tina = await lab.signUp({ role: 'technician', fullName: 'Tina Board' })
  const tom = await lab.signUp({ role: 'technician', fullName: 'Tom Board' })
  let given = 0
  const walkIn = () => lab.call('POST', '/api/queue/walk-in', { by: tina, body: walker(++given) })
  await walkIn()
  await walkIn()
  for (const [desk, by] of [
    [2, tina],
    [3, tom],
  ] as const) {
    await lab.call('POST', `/api/queue/desk/${desk}/open`, { by, body: {} })
    await lab.call('POST', `/api/queue/desk/${desk}/next`, { by })
  }
  const board = await openPage()
  // The clock stands still at the start of a page, and the test turns the pages. Timers run, including those of the stream.
  let time = Math.ceil(Date.now() / 10_000) * 10_000
  const pass = async (ms: number) => {
    time += ms
    await board.clock.setFixedTime(time)
  }
  const turn = () => pass(10_000)
  await pass(0)
  await board.goto('/board')
  const waiting = board.getByRole('region', { name: 'Waiting' })
  const codes = waiting.getByRole('listitem')
  const place = waiting.getByText(/^Page \d+ of \d+$/)
  await expect(board.getByRole('region', { name: 'Now called' })).toContainText('Please come')
  // Others may have come before.
  const before = await lab.call<{ waiting: unknown[] }>('GET', '/api/queue/desk', { by: tina })
  let number = before.waiting.length
  for (const count of [5, 20, 60, 200]) {
    // Ten at a time: on a slow machine the server answers 503 to some of a hundred simultaneous walk-ins.
    while (number < count) {
      const next = Math.min(number + 10, count)
      await Promise.all(Array.from({ length: next - number }, walkIn))
      number = next
    }
    await expect(waiting.getByText(`${count} waiting`, { exact: true })).toBeVisible()
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ] as const) {
      const where = `${count} people at ${width} px`
      await board.setViewportSize({ width, height })
      // Repeated, since the codes may not have their new size yet.
      await expect(async () => {
        // Read without waiting: the number of pages disappears when all codes fit on one page.
        const [said = 'Page 1 of 1'] = await place.allTextContents()
        const pages = Number(/\d+$/.exec(said)?.[0])
        expect(pages > 1, where).toBe(count > 50)
        const seen: string[] = []
        for (let turned = 0; turned < pages; turned++) {
          expect(await whatIsCut(board), where).toEqual([])
          const last = await place.allTextContents()
          seen.push(...(await codes.allTextContents()))
          await turn()
          if (pages > 1) await expect(place).not.toHaveText(last, { timeout: 5_000 })
        }
        expect(new Set(seen).size, where).toBe(count)
      }).toPass()
      const latest = board.getByRole('region', { name: 'Now called' }).locator('p > span').first()
      // Repeated, since with one page of codes nothing above waited for the new size.
      await expect
        .poll(async () => ((await latest.boundingBox())?.height ?? 0) / height, { message: where })
        .toBeGreaterThan(0.2)
    }
  }

  await waiting.getByRole('button', { name: 'Stay on this page' }).click()
  const held = await place.textContent()
  const clock = board.getByText(/^\d\d:\d\d$/)
  const shown = await clock.textContent()
  await pass(70_000)
  await expect(clock).not.toHaveText(shown ?? '')
  await expect(place).toHaveText(held ?? '')
  await expectAccessible(board)
})

/** The elements of a board that lie outside the screen or overflow their box. */
const whatIsCut = (board: Page) =>
  board.locator('main *').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const view = part.ownerDocument.defaultView
      const { left, right, top, bottom, width, height } = part.getBoundingClientRect()
      if (width === 0 || height === 0) return []
      const { display, overflowY } = view.getComputedStyle(part)
      const isOutside = left < -1 || top < -1 || right > view.innerWidth + 1 || bottom > view.innerHeight + 1
      const isWider = display !== 'inline' && part.scrollWidth > part.clientWidth + 1
      const isHigher = overflowY === 'hidden' && part.scrollHeight > part.clientHeight + 1
      return isOutside || isWider || isHigher ? [`${part.className}: ${part.textContent?.slice(0, 40)}`] : []
    }),
  )

test('the actions of a desk fit in one row in each state of its ticket', async ({ openPage, lab }) => {
  const dora = await lab.signUp({ role: 'technician', fullName: 'Dora Desk' })
  await lab.call('POST', '/api/queue/walk-in', { by: dora, body: walker(1) })
  const desk = await window(openPage, '/desk', { by: dora, viewport: { width: 1280, height: 720 } })
  await desk
    .getByRole('button', { name: /^Start at/ })
    .first()
    .click()
  const row = async (names: readonly string[]) => {
    const tops: number[] = []
    for (const name of names) {
      const button = desk.getByRole('button', { name, exact: false }).first()
      await expect(button).toBeVisible()
      tops.push(Math.round((await button.boundingBox())?.y ?? -1))
    }
    expect(new Set(tops).size, names.join(', ')).toBe(1)
  }
  await row(['Next', 'Pause', 'Leave the desk'])
  await desk.keyboard.press('n')
  await row(['Start', 'Finish', 'Call again', 'Skip', 'No-show', 'Transfer', 'Has left', 'Pause'])
  await desk.keyboard.press('s')
  await row(['Finish', 'Transfer', 'Has left', 'Next', 'Pause'])
})
