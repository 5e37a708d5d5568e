import { readFileSync } from 'node:fs'
import { messages } from '#contract/messages.ts'
import { lookInAllVariants } from './accessible.ts'
import { fillLaboratory, type Made } from './full-laboratory.ts'
import { expectSteady, watchShifts } from './layout-shift.ts'
import { openScreens, personOf } from './open-screens.ts'
import { screens, type Who } from './screens-of-all.ts'
import { expect } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

// Other states of a screen, such as an open dialog or a refused form, are checked in the files of the journeys with `look`.
let made: Made
test.beforeAll(async ({ lab }) => {
  await lab.renew()
  made = await fillLaboratory(lab)
})

test('every route is in the list of screens', () => {
  const tree = readFileSync(new URL('../web/src/routeTree.gen.ts', import.meta.url), 'utf8')
  const routes = /\n {2}to:\n([^:]*)\n {2}id:/.exec(tree)?.[1]?.match(/(?<=')\/[^']*/g) ?? []
  expect(routes.length).toBeGreaterThan(90)
  expect(Object.values(screens).flatMap(Object.keys).sort()).toEqual(routes.sort())
})

/** The accessibility snapshots of tables, charts, the queue and the calendar, by screen. */
const spoken: Partial<Record<Who, Readonly<Record<string, string>>>> = {
  technician: {
    '/desk': `
      - table "Waiting, in the order of calling":
        - rowgroup:
          - row /Place Ticket Patient/
        - rowgroup:
          - row /A-\\d{3}/`,
  },
  manager: {
    '/manager-dashboard/appointments': `
      - table /^Appointments, /:
        - rowgroup:
          - row /Patient/
        - rowgroup:
          - row /Ama Mensah/`,
    '/manager-dashboard/calendar': `
      - region "Chairs":
        - region /Chair \\d/:
          - heading /Chair \\d/ [level=2]
          - list:
            - listitem:
              - button /^\\d\\d:\\d\\d.* Full Blood Count/`,
    '/manager-dashboard/insights': `
      - table "Rejected, by reason":
        - rowgroup:
          - row /Clotted/`,
  },
}

for (const who of ['visitor', 'patient', 'technician', 'manager', 'clinician'] as const) {
  test(`every screen of a ${who} is accessible and whole, narrow and wide, in light, dark and forced colours, and mirrored`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(480_000)
    // The preview of a mail on the screen of message texts.
    watch.provokes(/Blocked script execution in 'about:srcdoc'|The document is sandboxed/)
    // The screen that asks about an app, opened without a request of one.
    watch.provokes(/404 .*app-requests\/current/)
    let isFirst = true
    await openScreens(page, made, who, async (path) => {
      const said = spoken[who]?.[path]
      if (said) await expect(page.getByRole('main'), path).toMatchAriaSnapshot(said)
      await lookInAllVariants(page, isFirst)
      isFirst = false
    })
  })
}

/** The only calls that are answered: without them, an area does not know who is signed in. */
const answered = ['/api/auth/profile', '/api/laboratory']

for (const who of ['patient', 'technician', 'manager', 'clinician'] as const) {
  test(`every screen of a ${who} shows its heading while its data is on its way`, async ({ page }) => {
    test.setTimeout(180_000)
    const by = personOf(made, who)
    if (by) await staySignedIn(page, by)
    await page.route('**/api/**', (route) => {
      if (answered.includes(new URL(route.request().url()).pathname)) return route.continue()
      // Never answered.
    })
    // From an address without a screen to each screen: loading the application anew for each takes four times as long.
    const to = (path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
    await page.goto('/nowhere')
    const nowhere = page.getByRole('heading', { level: 1, name: messages.notFound })
    for (const [path, { at }] of Object.entries(screens[who])) {
      await to('/nowhere')
      await expect(nowhere).toBeVisible()
      await to(at?.(made) ?? path)
      await expect(nowhere).toBeHidden()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByRole('banner'), path).toBeVisible()
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** Screens that are opened most often, and whose parts come with several answers. */
const steady = {
  patient: ['/patient-dashboard', '/patient-dashboard/results', '/patient-dashboard/view-appointment'],
  technician: ['/technician-dashboard', '/worklist'],
  manager: ['/manager-dashboard', '/manager-dashboard/insights', '/manager-dashboard/calendar'],
} as const

for (const who of ['patient', 'technician', 'manager'] as const) {
  test(`screens of a ${who} show a skeleton while all answers are late, and do not shift when they come`, async ({
    page,
  }) => {
    const by = personOf(made, who)
    if (by) await staySignedIn(page, by)
    await watchShifts(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const before = page.getByRole('heading', { name: 'Where you are logged in' })
    for (const path of steady[who]) {
      const { shows, at } = screens[who][path] ?? { shows: '' }
      await page.goto('/security')
      await expect(before).toBeVisible()
      const late = Promise.withResolvers<void>()
      await page.route('**/api/**', (route) => late.promise.then(() => route.continue()))
      await page.evaluate(
        `shifts.length = 0, history.pushState(null, '', ${JSON.stringify(at?.(made) ?? path)})`,
      )
      await expect(before, path).toBeHidden()
      const skeleton = page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /^Loading/ })
      await expect(skeleton.first(), path).toBeVisible()
      late.resolve()
      await expect(page.getByText(shows).filter({ visible: true }).first(), path).toBeVisible()
      await expect(skeleton, path).toHaveCount(0)
      await expectSteady(page, path)
      await page.unrouteAll({ behavior: 'wait' })
    }
  })
}
