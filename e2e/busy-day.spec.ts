import { withSomebody } from '../server/tests/somebody.ts'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, open } from './sign-in.ts'
import { test } from './watched.ts'

/** A day of more visits than any list is asked for at once. */
test.beforeAll(({ lab }) => lab.renew())

/** Always another day there than at the site, which keeps the time of Accra. */
const timeZone = () => (new Date().getUTCHours() >= 12 ? 'Pacific/Kiritimati' : 'Etc/GMT+12')
const day = () => new Date().toISOString().slice(0, 10)

test.beforeAll(async ({ lab }) => {
  await lab.sql(`
    ${withSomebody}, made as (
      insert into visit (site_id, id, status, walk_in, starts_at, ends_at, during, reference, full_name, age, gender,
        contact, email, priority, created_at, person_id)
      select s.id, gen_random_uuid(),
        case when n <= 205 then 'completed' when n <= 215 then 'cancelled' else 'arrived' end, true,
        at, at + interval '1 minute', tstzrange(at, at + interval '1 minute'), 'BUSY' || to_char(n, 'FM0000'),
        'Visitor ' || to_char(n, 'FM000'), 30, 'female', '', 'visitor@home.test', 'normal', at, (select person_id from somebody)
      from (select id from site order by number limit 1) s, generate_series(1, 260) n,
        lateral (select date_trunc('day', now(), 'UTC') + n * interval '1 minute' as at) t
      returning site_id, id, starts_at)
    insert into visit_test (site_id, visit_id, starts_at, test_code)
    select site_id, id, starts_at, (select code from test order by position limit 1) from made`)
})

test('the dashboard counts every visit of the site’s day, and shows those that are not over', async ({
  openPage,
  lab,
}) => {
  const page = await openPage({ timezoneId: timeZone() })
  await open(page, '/manager-dashboard', await managerOf(lab))
  await expect(page.getByRole('heading', { name: 'Today 250 visits' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Visits today that are not over' })
  await expect(table.getByRole('link')).toHaveText([216, 217, 218, 219, 220, 221].map((n) => `Visitor ${n}`))
  await expect(page.getByText('Everybody who came today is done.')).toBeHidden()

  await lab.sql(`update visit set status = 'completed' where reference like 'BUSY%' and status = 'arrived'`)
  await page.reload()
  await expect(page.getByText('Everybody who came today is done.')).toBeVisible()
  await page.getByRole('link', { name: 'All visits of today' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${day()}&to=${day()}`))
  await expect(page.getByText('260 in all, earliest first')).toBeVisible()
  await page.getByLabel('Status').selectOption('Not finished')
  await expect(page.getByText('0 in all, earliest first')).toBeVisible()
  await lab.sql(`update visit set status = 'arrived' where reference > 'BUSY0215' and reference like 'BUSY%'`)
})

test('the bench counts them too, and says where a list ends', async ({ page, lab }) => {
  const hana = await lab.signUp({ fullName: 'Hana Haematologist', role: 'technician' })
  await open(page, '/technician-dashboard', hana)
  await page.getByRole('link', { name: 'All visits of today, 45 to check in or collect' }).click()
  await expect(heading(page, 'Today’s visits')).toBeVisible()
  await expect(page.getByText('45 to check in or collect, 205 collected')).toBeVisible()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('To check in or collect').getByRole('listitem')).toHaveCount(45)
  await expect(part('To check in or collect').getByText('These are')).toBeHidden()
  await expect(part('Collected').getByRole('listitem').first()).toContainText('Visitor 205')
  await expect(part('Collected').getByText('These are the latest 100 of 205.')).toBeVisible()
  await look(page)
})
