import { fillLaboratory, type Made } from './full-laboratory.ts'
import { screens } from './screens-of-all.ts'
import { expect, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'

let made: Made
test.beforeAll(async ({ lab }) => {
  await lab.renew()
  made = await fillLaboratory(lab)
})

/** The only calls that are answered: without them, an area does not know who is signed in. */
const answered = ['/api/auth/profile', '/api/laboratory']

for (const who of ['patient', 'technician', 'manager'] as const) {
  test(`every screen of a ${who} shows its heading while its data is on its way`, async ({ page }) => {
    test.setTimeout(180_000)
    await staySignedIn(page, { patient: made.ama, technician: made.hana, manager: made.manager }[who])
    await page.route('**/api/**', (route) => {
      if (answered.includes(new URL(route.request().url()).pathname)) return route.continue()
      // Never answered.
    })
    for (const [path, { at }] of Object.entries(screens[who])) {
      await page.goto(at?.(made) ?? path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByRole('banner'), path).toBeVisible()
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}
