import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { turnPricesOn } from '../full-laboratory.ts'
import { expect, type Page, test } from '../server.ts'
import { signIn } from '../sign-in.ts'
import type { Laboratory, Person } from '../start-laboratory.ts'
import { asWebp } from './as-webp.js'
import { settled } from './settled.ts'

// Simulated events are so slow that none happens during the pictures.
test.use({ settings: { DEMO: '1', DEMO_SPEED: '0.1' }, colorScheme: 'light' })

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

type Picture = {
  name: string
  path: string
  by?: 'user' | 'technician' | 'admin' | 'clinician'
  /** A text that appears when the data is loaded. */
  shows: string | RegExp
  /** What is done on the screen before the picture is taken. */
  step?: (page: Page) => Promise<unknown>
}

const pictures: readonly Picture[] = [
  { name: 'landing', path: '/', shows: 'Book a test' },
  { name: 'booking', path: '/book', shows: 'No account is needed' },
  { name: 'results', path: '/patient-dashboard', by: 'user', shows: 'All results' },
  { name: 'calendar', path: '/manager-dashboard/calendar', by: 'admin', shows: 'Chair 1' },
  { name: 'worklist', path: '/technician-dashboard', by: 'technician', shows: 'Test Queue' },
  {
    name: 'desk',
    path: '/desk',
    by: 'technician',
    shows: 'Start at',
    step: async (page) => {
      await page
        .getByRole('button', { name: /^Start at/ })
        .first()
        .click()
      await page.getByText(/^Next:/).waitFor()
    },
  },
  {
    name: 'report',
    path: '/release?view=released',
    by: 'technician',
    shows: 'Report of',
    step: async (page) => {
      await page
        .getByRole('link', { name: /^Report of/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Record a handover' }).waitFor()
    },
  },
  {
    name: 'clinic-order',
    path: '/clinic',
    by: 'clinician',
    shows: 'Efua Asantewaa Darko',
    step: async (page) => {
      await page.getByRole('link', { name: 'Efua Asantewaa Darko' }).click()
      await page.getByRole('heading', { name: 'Order details' }).waitFor()
    },
  },
  { name: 'insights', path: '/manager-dashboard/insights', by: 'admin', shows: 'Waiting now' },
  { name: 'analysers', path: '/analysers', by: 'admin', shows: 'Mindray BC-5380' },
  {
    name: 'analyser-add',
    path: '/analysers',
    by: 'admin',
    shows: 'Mindray BC-5380',
    step: async (page) => {
      await page.getByRole('button', { name: 'Add an analyser' }).click()
      await page.getByRole('dialog').getByLabel('Profile').selectOption('roche-cobas-c111')
    },
  },
  {
    name: 'analyser-codes',
    path: '/analysers',
    by: 'admin',
    shows: 'Mindray BC-5380',
    step: async (page) => {
      await page.getByRole('link', { name: 'Mindray BC-5380' }).click()
      await page.getByRole('heading', { name: 'Codes' }).evaluate((heading) => heading.scrollIntoView())
    },
  },
  {
    name: 'analyser-message',
    path: '/analysers',
    by: 'admin',
    shows: 'Mindray BC-5380',
    step: async (page) => {
      await page.getByRole('link', { name: 'Mindray BC-5380' }).click()
      await page.getByRole('region', { name: 'Messages' }).getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Records' }).waitFor()
    },
  },
  {
    name: 'analyser-verification',
    path: '/analysers',
    by: 'admin',
    shows: 'Sysmex XN-330',
    step: async (page) => {
      await page.getByRole('link', { name: 'Sysmex XN-330' }).click()
      await page.getByRole('region', { name: 'Interface verification' }).getByRole('link').first().click()
      await page.getByText('SHA-256 of the PDF').waitFor()
      await page
        .getByRole('heading', { name: 'Verified settings' })
        .evaluate((heading) => heading.scrollIntoView())
    },
  },
  { name: 'analysers-held', path: '/analysers/held', by: 'admin', shows: 'No sample has this number' },
  {
    name: 'culture',
    path: '/cultures',
    by: 'technician',
    shows: 'Urine',
    step: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Isolate 1' }).evaluate((heading) => heading.scrollIntoView())
    },
  },
  {
    name: 'rapid-tests',
    path: '/technician-dashboard?state=in_progress&search=Yaw+Asare',
    by: 'technician',
    shows: 'Confidential test',
    step: async (page) => {
      await page
        .getByRole('link', { name: /Confidential test/ })
        .first()
        .click()
      const first = page.getByRole('region', { name: 'Rapid tests' }).getByRole('group', { name: 'Test 1' })
      await first.getByLabel('Kit and lot').selectOption({ index: 1 })
      await first.getByLabel('Outcome').selectOption('Reactive')
      await page
        .getByRole('heading', { name: 'Consent and counselling' })
        .evaluate((heading) => heading.scrollIntoView())
    },
  },
  { name: 'stock', path: '/stock', by: 'technician', shows: 'Enough' },
  {
    name: 'storage-rack',
    path: '/storage',
    by: 'technician',
    shows: 'Refrigerator 2',
    step: async (page) => {
      await page.getByRole('link', { name: /Rack A/ }).click()
      await page.getByRole('heading', { name: /Rack A/ }).waitFor()
    },
  },
  { name: 'disposal', path: '/storage/due', by: 'admin', shows: 'Disposal lists' },
  { name: 'eqa-scores', path: '/quality/external/scores', by: 'technician', shows: 'Round 6' },
  {
    name: 'nonconformities',
    path: '/nonconformities',
    by: 'admin',
    shows: 'Monthly review',
    step: (page) => page.getByText('Monthly review').click(),
  },
  { name: 'temperatures', path: '/temperatures', by: 'technician', shows: 'Refrigerator' },
  {
    name: 'downtime',
    path: '/downtime',
    by: 'technician',
    shows: 'Print forms',
    step: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByText('Gender', { exact: true }).evaluate((label) => label.scrollIntoView())
    },
  },
  { name: 'referrals', path: '/referrals', by: 'technician', shows: 'Awaited reports' },
  // These need prices to be on.
  { name: 'prices', path: '/manager-dashboard/prices', by: 'admin', shows: 'Full Blood Count' },
  { name: 'invoices', path: '/manager-dashboard/invoices', by: 'admin', shows: 'Example Ridge Clinic' },
  { name: 'till', path: '/till', by: 'admin', shows: 'Your open till' },
]

test('the pictures of the README and the guide', async ({ page, lab }) => {
  test.setTimeout(300_000)
  await page.clock.setFixedTime(Date.now())
  for (const { name, path, by, shows, step } of pictures) {
    await page.setViewportSize({ width: 1280, height: 840 })
    const { email, password } = demoSignIns.find(({ role }) => role === by) ?? {}
    if (email) {
      const person = await lab.call<Person>('POST', '/api/auth/login', { body: { email, password } })
      await signIn(page, person)
      if (name === 'prices') await openTill(lab, person)
    }
    await page.goto(path)
    await expect(page.getByText(shows).filter({ visible: true }).first(), path).toBeVisible()
    await step?.(page)
    await settled(page)
    await keep(page, name)
  }
})

async function openTill(lab: Laboratory, by: Person): Promise<void> {
  await turnPricesOn(lab, by)
  const { sites } = await lab.call<{ sites: { id: string }[] }>('GET', '/api/laboratory')
  await lab.call('POST', '/api/money/till', { by, body: { siteId: sites[0]?.id, float: 10_000 } })
}

async function keep(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled' })
  const webp: string = await page.evaluate(asWebp, png.toString('base64'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.webp`, Buffer.from(webp, 'base64'))
}
