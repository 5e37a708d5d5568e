import { look } from './accessible.ts'
import { figure, makeFigures, section } from './insight-figures.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())
test.setTimeout(120_000)

test('a manager reads the figures, follows one to its list, and prints them', async ({ page, lab }) => {
  await staySignedIn(page, await managerOf(lab))

  await test.step('a laboratory in which nothing has happened says so', async () => {
    await page.goto('/manager-dashboard/insights')
    await expect(heading(page, 'Insights')).toBeVisible()
    await expect(page.getByText('No sample was rejected in this period.')).toBeVisible()
    await expect(page.getByText('Nothing was released in this period.')).toBeVisible()
    await look(page)
  })

  await makeFigures(lab)

  await test.step('the dashboard shows what was made, and the newest people', async () => {
    await page.goto('/manager-dashboard')
    await expect(figure(page, 'Today', 'Released today')).toContainText('1')
    await expect(figure(page, 'Today', 'Released today')).toContainText('100 % in time')
    await expect(figure(page, 'The last 30 days', 'Released in time')).toContainText('0 late of 1')
    const output = page.getByRole('table', { name: 'Staff output' })
    await expect(output.getByRole('row', { name: 'Hana Haematologist 2 1 0 3' })).toBeAttached()
    await expect(output.getByRole('row', { name: 'Rita Reviewer 0 0 1 1' })).toBeAttached()
    await expect(section(page, 'Technicians')).toContainText('Hana Haematologist')
    await expect(section(page, 'Patients')).toContainText('Kofi Owusu')
    await look(page)
  })

  await test.step('another period is a choice, and stands in the address', async () => {
    await page.getByRole('navigation', { name: 'Area' }).getByRole('link', { name: 'Insights' }).click()
    await expect(heading(page, 'Insights')).toBeFocused()
    await page.getByLabel('Period').selectOption('Last month')
    await expect(page.getByText(/, compared with the month before: /)).toBeVisible()
    await page.getByLabel('Compared with').selectOption('Previous year')
    await expect(page).toHaveURL(/compareWith=year/)
    await expect(page.getByText(/, compared with the same days of \d{4}: /)).toBeVisible()
    await page.getByLabel('Period').selectOption('Last 7 days')
    await expect(page).toHaveURL(/period=7d/)
    await expect(page.getByText(/compared with the 7 days before/)).toBeVisible()
    await expect(figure(page, 'Turnaround', 'Median turnaround')).toContainText('of 1 tests')
    await expect(figure(page, 'Turnaround', 'Median turnaround')).toContainText(
      'nothing to compare with in the 7 days before',
    )
    await expect(figure(page, 'Rejected samples', 'Rejected')).toContainText('none in the 7 days before')
    await expect(figure(page, 'Rejected samples', 'Rejection rate')).toContainText('1 of 2 samples')
    await look(page)
  })

  await test.step('it begins with what changed, and leads from there to the sections', async () => {
    const changed = section(page, 'What changed')
    await expect(changed).toContainText(/^Median turnaround .*nothing to compare with in the 7 days before\./)
    await expect(changed).toContainText(/100.% of all tests were released in time/)
    await changed.getByRole('link', { name: 'Turnaround' }).first().click()
    await expect(page).toHaveURL(/period=7d.*#turnaround$/)
    await expect(section(page, 'Turnaround').getByRole('heading', { level: 2 })).toBeInViewport()
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('link', { name: 'Wait forecast' }).click()
    await expect(section(page, 'Wait forecast').getByRole('heading', { level: 2 })).toBeInViewport()
    await expect(page.getByRole('figure', { name: 'Released in time' })).toContainText('Not over yet')
  })

  await test.step('a drawing is shown as a table, and reached by arrow keys', async () => {
    const drawing = page.getByRole('figure', { name: 'Released in time' })
    const days = drawing.getByRole('slider', { name: 'Released in time, by day' })
    await days.focus()
    await days.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /–$|: –/)
    await days.press('ArrowRight')
    await expect(days).toHaveAttribute('aria-valuetext', /100.%/)
    await drawing.getByRole('button', { name: 'Show as table' }).click()
    await expect(drawing.getByRole('button', { name: 'Show as table' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(drawing.getByRole('row')).toHaveCount(8)
    await expect(days).toBeHidden()
  })

  await test.step('each test in each priority has its times beside its target, and leads to its list', async () => {
    const row = page
      .getByRole('table', { name: /^Turnaround by test and priority/ })
      .getByRole('row', { name: /Full Blood Count/ })
    await expect(row).toContainText(/1\s*0 before.*90th.*Within target/)
    await row.getByRole('link', { name: /^Full Blood Count in \w+ priority$/ }).click()
    await expect(page).toHaveURL(/priority=\w+/)
    await expect(page).toHaveURL(/test=Full/)
    await expect(page.getByRole('row', { name: /Ama Mensah/ })).toHaveCount(1)
    await page.goBack()
  })

  await test.step('a figure leads to what is behind it, and back', async () => {
    await section(page, 'Turnaround').getByRole('link', { name: 'Median turnaround' }).click()
    await expect(heading(page, 'Released tests')).toBeFocused()
    const row = page.getByRole('row', { name: /Ama Mensah/ })
    await expect(row).toContainText('Full Blood Count')
    await expect(row).toContainText('Rita Reviewer')
    await page.getByLabel('Released', { exact: true }).selectOption('Late')
    await expect(page.getByText('No test is like this')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Insights' }).click()
    await expect(heading(page, 'Insights')).toBeVisible()
    await page.getByRole('link', { name: 'Clotted' }).click()
    await expect(page).toHaveURL(/reason=Clotted/)
    await expect(page.getByRole('row', { name: /Kofi Owusu/ })).toContainText('Hana Haematologist')
  })

  await test.step('who came and who walked in are lists of their own', async () => {
    for (const [name, address, label, option] of [
      ['Attended', 'status=came', 'Status', 'came'],
      ['Walk-ins', 'kind=walk_in', 'Kind', 'walk_in'],
    ] as const) {
      await page.goto('/manager-dashboard/insights')
      const told = (await figure(page, 'Visits', name).locator('dd').first().innerText()).match(/^\d+/)?.[0]
      await figure(page, 'Visits', name).getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(address))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(option)
      await expect(page.getByText(`${told} in all, latest first`)).toBeVisible()
    }
  })

  await test.step('what people were told of their wait is a list of its own, and names nobody', async () => {
    await page.goto('/manager-dashboard/insights/waits')
    await expect(heading(page, 'Promised waits')).toBeVisible()
    await expect(page.getByText('No wait is like this')).toBeVisible()
    await look(page)
    await lab.sql(`update ticket set called_at = arrived_at + interval '12 minutes'`)
    await lab.sql(
      `insert into wait_told (site_id, ticket_id, told_at, class, ahead, shown_low, shown_high)
       select site_id, id, arrived_at, class, 2, 5, 10 from ticket
       on conflict (site_id, ticket_id) do update set shown_low = 5, shown_high = 10, told_at = excluded.told_at`,
    )
    await page.reload()
    await expect(page.getByRole('table', { name: /^Promised waits/ }).getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('main')).not.toContainText('Mensah')
    await page.getByLabel('Outcome').selectOption('Longer than promised')
    await expect(page).toHaveURL(/came=longer/)
    await expect(page.getByRole('table', { name: /^Promised waits/ }).getByRole('row')).toHaveCount(3)
  })

  await test.step('on paper every drawing has its numbers, and the menu is gone', async () => {
    await page.goto('/manager-dashboard/insights')
    const table = page.getByRole('table', { name: 'Released in time' })
    await expect(table).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Area' })).toBeHidden()
    await expect(page.getByRole('button', { name: /Show as table/ })).toHaveCount(0)
    expect((await table.boundingBox())?.height).toBeGreaterThan(200)
    expect((await table.locator('xpath=..').boundingBox())?.height).toBeGreaterThan(200)
    await page.emulateMedia({ media: null })
  })
})

test('says what could not be loaded, and tries again', async ({ page, lab, watch }) => {
  watch.provokes(/500|Internal/)
  await staySignedIn(page, await managerOf(lab))
  const broken = { status: 500, json: { code: 'internal', message: 'Something broke on our side.' } }
  await page.route('**/api/insights?*', (route) => route.fulfill(broken))
  await page.goto('/manager-dashboard/insights')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The figures could not be loaded')
  await look(page)
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Turnaround')).toBeVisible()
})
