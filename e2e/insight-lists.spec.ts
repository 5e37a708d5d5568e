import { look } from './accessible.ts'
import { makeTechnician } from './bench-visit.ts'
import { figure, makeFigures, section } from './insight-figures.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())
test.setTimeout(180_000)

const week = '/manager-dashboard/insights?period=7d'

test('every figure leads to its own rows, and to none that may not be opened', async ({ page, lab }) => {
  await makeFigures(lab)
  await staySignedIn(page, await managerOf(lab))

  await test.step('what somebody did is a list for each number', async () => {
    for (const [said, title, rows] of [
      ['2 by Hana Haematologist', 'Collected samples', 2],
      ['1 by Hana Haematologist', 'Completed tests', 1],
      ['1 by Rita Reviewer', 'Released tests', 1],
    ] as const) {
      await page.goto(week)
      await section(page, 'Staff').getByRole('link', { name: said, exact: true }).click()
      await expect(heading(page, title)).toBeFocused()
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(rows + 1)
    }
  })

  await test.step('a day of a drawing leads to its list, once it is a table', async () => {
    await page.goto(week)
    const drawing = page.getByRole('figure', { name: 'Released in time' })
    await expect(drawing.getByRole('link')).toHaveCount(0)
    await drawing.getByRole('button', { name: 'Show as table' }).click()
    await drawing.getByRole('row').last().getByRole('link').click()
    await expect(heading(page, 'Released tests')).toBeFocused()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('from')).toBe(searchParams.get('to'))
    await expect(page.getByRole('row', { name: /Ama Mensah/ })).toHaveCount(1)
  })

  await test.step('an hour of the chairs leads to the visits in it', async () => {
    await page.goto(week)
    const booked = page.getByRole('figure', { name: 'Booked, by weekday and hour' })
    await booked.getByRole('link').first().click()
    await expect(heading(page, 'Booked chairs')).toBeFocused()
    await expect(page.getByLabel('Hour', { exact: true })).not.toHaveValue('')
    await expect(page.getByRole('row', { name: /Mensah|Owusu/ }).first()).toBeVisible()
    await page.goto(week)
    await figure(page, 'Chairs', 'In use').getByRole('link').click()
    await expect(heading(page, 'People served')).toBeFocused()
  })

  await test.step('what is open now is a list', async () => {
    await page.goto(week)
    await figure(page, 'Today', 'Open tests').getByRole('link').click()
    await expect(heading(page, 'Open tests')).toBeFocused()
  })
})

test('whoever may only see insights is led to nothing that they may not open', async ({ page, lab }) => {
  await makeFigures(lab)
  const yaw = await makeTechnician(lab, 'Yaw Reader')
  await lab.sql("update account set permissions = '{insights}' where email = $1", [yaw.email])
  await staySignedIn(page, yaw)
  await page.goto(week)
  const visits = section(page, 'Visits')
  await expect(visits.getByText('Walk-ins', { exact: true })).toBeVisible()
  const ways = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(ways.length).toBeGreaterThan(10)
  expect(
    ways.filter((way) => /^\/(manager-dashboard|appointments)/.test(way) && !/\/insights/.test(way)),
  ).toEqual([])
  await look(page)
  await page.goto('/manager-dashboard/insights/tasks')
  await expect(page.getByText('Ama Mensah').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ama Mensah' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Full Blood Count' }).first().click()
  await expect(page).toHaveURL(/\/tasks\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
