import { withSomebody } from '../server/tests/somebody.ts'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { expect, type OpenPage, type Page, type Person, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'

test.beforeAll(({ lab }) => lab.renew())

async function signedIn(
  openPage: OpenPage,
  by: Person,
  viewport: { width: number; height: number },
): Promise<Page> {
  const page = await openPage({ viewport })
  await staySignedIn(page, by)
  return page
}

/** Yesterday: 90 people from eight on, every three minutes, two chairs, seven minutes each. */
async function writeYesterday(lab: Laboratory, staff: Person): Promise<void> {
  await lab.sql(
    `${withSomebody}
      insert into visit (site_id, id, status, walk_in, starts_at, ends_at, during, reference, full_name, age, gender, contact,
       email, priority, created_at, person_id)
     select s.id, ('01900000-0000-7000-8000-' || lpad(to_hex(4096 + n), 12, '0'))::uuid, 'completed', true, at,
       at + interval '15 min', tstzrange(at, at + interval '15 min'), 'PLAN' || n, 'Past', 40, 'female',
       '+233 20 000 0000', '', 'low', at, (select person_id from somebody)
     from site s, (select n, date_trunc('day', now()) - interval '16 hours' + n * interval '3 min' as at
       from generate_series(0, 89) n) past`,
  )
  await lab.sql(
    `insert into ticket (site_id, id, visit_id, day, number, code, class, urgent, tests, room, status, arrived_at, queued_at,
       skips, recalls, desk, staff_id, called_at, ended_at, end_seen, last_event)
     select site_id, id, id, current_date - 1, row_number() over (order by id), 'W-' || id, 'walk-in', false, '{FBC}',
       'collection', 'finished', starts_at, starts_at, 0, 0, 1, (select id from account where email = $1),
       starts_at + interval '12 min', starts_at + interval '19 min', true, 1
     from visit where reference like 'PLAN%'`,
    [staff.email],
  )
  await lab.sql(
    `insert into queue_event (site_id, seq, at, kind, desk, account_id)
     select s.id, q.last_event + row_number() over (order by turn.at desc, turn.desk), date_trunc('day', now()) - turn.at, turn.kind,
       turn.desk, (select id from account where email = $1)
     from site s join queue q on q.site_id = s.id, (values
       (interval '16 hours', 'opened', 1), (interval '16 hours', 'opened', 2),
       (interval '9 hours', 'closed', 1), (interval '9 hours', 'closed', 2)) turn (at, kind, desk)`,
    [staff.email],
  )
  await lab.sql('update queue set last_event = last_event + 4')
}

test('a manager tries a day with other people, sends the plan on, and finds the cheapest roster', async ({
  openPage,
  lab,
}) => {
  const mary = await lab.signUp({ role: 'admin', fullName: 'Mary Planner' })
  const tina = await lab.signUp({ role: 'technician', fullName: 'Tina Desk' })
  await writeYesterday(lab, tina)
  const page = await signedIn(openPage, mary, { width: 1280, height: 900 })
  await page.goto('/manager-dashboard')
  await page.getByRole('link', { name: 'Planner' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Planner' })).toBeVisible()
  await expect(page.getByText('Nobody was recorded in the queue on this day.')).toBeVisible()

  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('90 people came')).toBeVisible()
  await expect(page.getByText(/^Mean wait \d+ min\./)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('row', { name: /Mean wait/ })).toContainText('12 min')
  await expectAccessible(page)

  await page.getByLabel('How many').selectOption('1 more')
  await page.getByLabel('From').selectOption('08:00')
  await page.getByLabel('To', { exact: true }).selectOption('13:00')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const sentence = page.getByText(/^One more technician from 8 to 13: mean wait \d+ → \d+ min, shorter by/)
  await expect(sentence).toBeVisible({ timeout: 20_000 })
  const said = await sentence.textContent()
  await expect(page.getByRole('row', { name: /^09:00/ })).toContainText('2 → 3')
  await expect(page.getByRole('img', { name: /People waiting over the day.*as changed/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // The address is the plan: on a phone it says the same.
  const phone = await signedIn(openPage, mary, { width: 390, height: 844 })
  await phone.goto(page.url())
  await expect(phone.getByText(said ?? 'nothing')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  // By keyboard alone: more people, and everything back.
  await page.getByRole('slider', { name: 'People' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/demand=105/)
  await expect(page.getByText(/demand \+ 5 %: mean wait/)).toBeVisible({ timeout: 20_000 })

  await page.getByLabel('Chairs').selectOption('6')
  await expect(page).toHaveURL(/chairs=6/)
  await page.getByLabel('Nine of ten wait at most').fill('15')
  await page.getByRole('button', { name: 'Find the cheapest roster' }).click()
  await page.getByRole('button', { name: 'Use this roster' }).click({ timeout: 60_000 })
  await expect(page).toHaveURL(/roster=/)
  await expect(page.getByText(/^A roster of .*: mean wait \d+ → \d+ min/)).toBeVisible({ timeout: 20_000 })

  await page.getByRole('button', { name: 'Reset changes' }).click()
  await expect(page.getByText(/^Mean wait \d+ min\. Change something/)).toBeVisible({ timeout: 20_000 })

  // Until the plan is changed, the screen shows which change matters most, with a button to apply it.
  const example = page.getByRole('region', { name: 'The change that matters most on this day' })
  await expect(example).toContainText(
    /One (more technician|technician fewer) from .*: mean wait \d+ → \d+ min/,
    { timeout: 60_000 },
  )
  await example.getByRole('button', { name: 'Try it' }).click()
  await expect(page).toHaveURL(/people=-?1@|people=.*1%40/)
  await expect(example).toBeHidden()
})

test('a day that cannot be loaded says why and can be asked for again; the search can be stopped', async ({
  openPage,
  lab,
}) => {
  const mary = await lab.signUp({ role: 'admin', fullName: 'Mona Planner' })
  const page = await signedIn(openPage, mary, { width: 390, height: 844 })
  await page.route('**/api/queue/planner/day*', (route) =>
    route.fulfill({ status: 404, json: { message: 'This site was not found', code: 'not_found' } }),
  )
  await page.goto('/manager-dashboard/planner')
  await expect(page.getByRole('alert')).toContainText('The day could not be loaded')
  await expectAccessible(page)
  await page.unroute('**/api/queue/planner/day*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Cheapest roster' })).toBeVisible()
  await page.getByLabel('Nine of ten wait at most').fill('1')
  await page.getByRole('button', { name: 'Find the cheapest roster' }).click()
  const stop = page.getByRole('button', { name: 'Stop searching' })
  await stop.click()
  await expect(page.getByRole('button', { name: 'Find the cheapest roster' })).toBeEnabled()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})
