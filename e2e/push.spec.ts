import type { BrowserContext, Worker } from '@playwright/test'
import { type Browser, openPushService, type PushService } from '../server/tests/push-service.ts'
import { look } from './accessible.ts'
import { expect, type Page, test } from './server.ts'
import { type Signed, signIn, staySignedIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

// A headless browser has neither a push service nor a place for notifications, so that subscribing and displaying are faked.
// The service worker, the delivery of messages to it and its handling of them are real.

let service: PushService
test.beforeAll(async () => {
  service = await openPushService({ now: () => new Date() })
})
test.afterAll(() => service.close())

/** What this browser subscribes with at our push service; the second after it renewed its subscription, and so on. */
async function subscribesAt(
  context: BrowserContext,
  lab: Laboratory,
  by: Signed,
  times = 1,
): Promise<Browser[]> {
  const { key } = await lab.call<{ key: string }>('GET', '/api/push', { by })
  const browsers = Array.from({ length: times }, () => service.subscribe(key))
  await context.addInitScript(`{
    const given = ${JSON.stringify(browsers.map(({ endpoint, keys }) => ({ endpoint, keys })))}
    const bytes = Uint8Array.from(atob('${Buffer.from(key, 'base64url').toString('base64')}'), (c) => c.charCodeAt(0))
    const used = () => Number(localStorage.getItem('test-subscription') ?? 0)
    const subscription = () => ({
      endpoint: given[used() - 1].endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
      toJSON: () => given[used() - 1],
      unsubscribe: async () => (localStorage.removeItem('test-subscribed'), true),
    })
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('test-permission') ?? 'default' })
    Notification.requestPermission = async () => {
      localStorage.setItem('test-permission', 'granted')
      return 'granted'
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem('test-subscribed') ? subscription() : null),
      subscribe: async ({ applicationServerKey }) => {
        if (applicationServerKey !== '${key}') throw new Error('Not the key of the laboratory')
        localStorage.setItem('test-subscription', used() + 1)
        localStorage.setItem('test-subscribed', 'yes')
        return subscription()
      },
    })
  }`)
  return browsers
}

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect(page.getByText('On in this browser', { exact: true })).toBeVisible()
}

/** The product's own service worker; its notifications are kept instead of displayed, by tag as a browser does. */
async function workerOf(context: BrowserContext, lab: Laboratory): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  expect(worker.url()).toBe(`${lab.url}/sw.js`)
  await worker.evaluate(`{
    self.displayed = new Map()
    registration.showNotification = async (title, { body, tag, data }) => {
      displayed.delete(tag)
      displayed.set(tag, { title, body, tag, data, close: () => displayed.delete(tag) })
    }
    self.went = []
    clients.openWindow = async (url) => void went.push('open ' + url)
    WindowClient.prototype.focus = async function () { went.push('focus ' + this.url) }
  }`)
  return worker
}

const displayed = (worker: Worker) =>
  worker.evaluate<{ title: string; body: string; tag: string }[]>(
    `[...displayed.values()].map(({ title, body, tag }) => ({ title, body, tag }))`,
  )

/** Presses the notification that is displayed, and answers where the worker went. */
const press = (worker: Worker) =>
  worker.evaluate<string[]>(`(async () => {
    const [notification] = displayed.values()
    let work
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: (given) => { work = given } })
    dispatchEvent(event)
    await work
    return went.splice(0)
  })()`)

/** What the browser does when its push service hands it a message. */
async function deliver(page: Page, lab: Laboratory, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${lab.url}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: lab.url, registrationId, data })
  await devtools.detach()
}

const heard = (browser: Browser | undefined) => [...(browser?.heard.values() ?? [])]
type Devices = { devices: { endpoint: string }[] }
const devicesOf = async (lab: Laboratory, by: Signed) =>
  (await lab.call<Devices>('GET', '/api/push', { by })).devices.map(({ endpoint }) => endpoint)

test('a patient turns push on, is told of their visit, follows it there, and turns it off', async ({
  page,
  context,
  lab,
}) => {
  const efua = await lab.signUp({ fullName: 'Efua Sarpong' })
  const [browser] = await subscribesAt(context, lab, efua)
  await staySignedIn(context, efua)
  await page.goto('/patient-dashboard/notifications')
  await page.getByLabel('Preferred method').selectOption('Push Notifications')
  await look(page)
  await turnOn(page)
  await look(page)
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(page.getByText('Your preferences were saved.')).toBeVisible()
  await page.getByRole('button', { name: /^Send me a test: Chrome/ }).click()
  await expect.poll(() => heard(browser).map(({ body }) => body)).toEqual(['Push works in this browser'])

  await book(lab, efua, { notToday: true })
  await expect.poll(() => heard(browser)).toHaveLength(2)
  const message = heard(browser)[1]
  const worker = await workerOf(context, lab)
  // Twice, as when an answer was lost: shown once.
  await deliver(page, lab, JSON.stringify(message))
  await deliver(page, lab, JSON.stringify(message))
  await expect
    .poll(() => displayed(worker))
    .toEqual([{ title: message?.title, body: message?.body, tag: message?.id }])
  const [went] = await press(worker)
  expect(went).toBe(`open ${lab.url}/patient-dashboard/appointments`)
  expect(await displayed(worker)).toEqual([])
  const opened = await context.newPage()
  await opened.goto(String(went).replace('open ', ''))
  await expect(opened.getByText('Full Blood Count').first()).toBeVisible()
  // A page that shows it already is gone to.
  await deliver(page, lab, JSON.stringify(message))
  await expect.poll(() => displayed(worker)).toHaveLength(1)
  expect(await press(worker)).toEqual([`focus ${lab.url}/patient-dashboard/appointments`])
  await opened.close()

  await page.reload()
  await expect(page.getByText('On in this browser', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Turn off: Chrome/ }).click()
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible()
  expect(await devicesOf(lab, efua)).toEqual([])
  expect(await page.evaluate(`localStorage.getItem('test-subscribed')`)).toBeNull()
})

test('what cannot be read is shown without words, and nothing leads out of the product', async ({
  page,
  context,
  lab,
}) => {
  const yaw = await lab.signUp({ fullName: 'Yaw Darko' })
  await subscribesAt(context, lab, yaw)
  await staySignedIn(context, yaw)
  await page.goto('/patient-dashboard/notifications')
  await turnOn(page)
  const worker = await workerOf(context, lab)
  await deliver(page, lab, 'not ours')
  const wordless = { title: 'Phial', body: 'There is something new for you', tag: 'message' }
  await expect.poll(() => displayed(worker)).toEqual([wordless])
  expect(await press(worker)).toEqual([`open ${lab.url}/`])
  for (const link of ['https://elsewhere.example/login', '//elsewhere.example', 'javascript:alert(1)']) {
    await deliver(page, lab, JSON.stringify({ id: 'm', title: 'Lab', body: 'New', link }))
    await expect.poll(() => displayed(worker)).toHaveLength(1)
    expect(await press(worker), link).toEqual([`open ${lab.url}/`])
  }
})

test('a log-out ends push in this browser, and leaves nothing of it for who comes next', async ({
  page,
  context,
  lab,
}) => {
  const kojo = await lab.signUp({ fullName: 'Kojo Asante' })
  const next = await lab.signUp({ fullName: 'Next Person' })
  const [browser] = await subscribesAt(context, lab, kojo)
  await signIn(page, kojo)
  await page.goto('/patient-dashboard/notifications')
  await turnOn(page)
  expect(await devicesOf(lab, kojo)).toEqual([browser?.endpoint])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${lab.url}/`)
  const left = () => page.evaluate(`[localStorage.getItem('test-subscribed'), localStorage.getItem('push')]`)
  expect(await left()).toEqual([null, null])
  const fresh = await lab.call<Signed>('POST', '/api/auth/login', {
    body: { email: kojo.email, password: kojo.password },
  })
  expect(await devicesOf(lab, fresh)).toEqual([])

  // A session that merely ran out leaves it on; the next person who signs in here ends it.
  await signIn(page, fresh)
  await page.goto('/patient-dashboard/notifications')
  await page.evaluate(`localStorage.removeItem('test-subscription')`)
  await turnOn(page)
  await signIn(page, next)
  await page.goto('/patient-dashboard')
  await expect.poll(left).toEqual([null, null])
})

test('a browser that renewed or lost its subscription is known again with the next page', async ({
  page,
  context,
  lab,
}) => {
  const adwoa = await lab.signUp({ fullName: 'Adwoa Ofori' })
  const [first, second, third] = await subscribesAt(context, lab, adwoa, 3)
  await staySignedIn(context, adwoa)
  await page.goto('/patient-dashboard/notifications')
  await turnOn(page)
  expect(await devicesOf(lab, adwoa)).toEqual([first?.endpoint])
  await page.evaluate(`localStorage.setItem('test-subscription', 2)`)
  await page.reload()
  await expect.poll(() => devicesOf(lab, adwoa)).toEqual([second?.endpoint])
  await page.evaluate(`localStorage.removeItem('test-subscribed')`)
  await page.reload()
  await expect.poll(() => devicesOf(lab, adwoa)).toEqual([third?.endpoint])
  await expect(page.getByText('On in this browser', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Send me a test/ }).click()
  await expect.poll(() => heard(third)).toHaveLength(1)

  // Removed from another device: it stays off.
  const { devices } = await lab.call<{ devices: { id: string }[] }>('GET', '/api/push', { by: adwoa })
  await lab.call('DELETE', `/api/push/devices/${devices[0]?.id}`, { by: adwoa })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible()
  await expect.poll(() => page.evaluate(`localStorage.getItem('test-subscribed')`)).toBeNull()
  expect(await devicesOf(lab, adwoa)).toEqual([])
})

test('the worker subscribes anew where the browser only says that the subscription is gone', async ({
  page,
  context,
  lab,
}) => {
  const akua = await lab.signUp({ fullName: 'Akua Mensah' })
  await subscribesAt(context, lab, akua)
  await staySignedIn(context, akua)
  await page.goto('/patient-dashboard/notifications')
  await turnOn(page)
  const worker = await workerOf(context, lab)
  const asked = await worker.evaluate(`(async () => {
    const asked = []
    PushManager.prototype.subscribe = async (options) => void asked.push(options)
    const tell = (detail) => dispatchEvent(
      Object.assign(new Event('pushsubscriptionchange'), { waitUntil() {}, ...detail }))
    tell({ oldSubscription: { options: { userVisibleOnly: true } }, newSubscription: null })
    tell({ oldSubscription: { options: {} }, newSubscription: {} })
    tell({ oldSubscription: null, newSubscription: null })
    return asked
  })()`)
  expect(asked).toEqual([{ userVisibleOnly: true }])
})

for (const [role, area] of [
  ['technician', 'technician-dashboard'],
  ['admin', 'manager-dashboard'],
] as const) {
  test(`as ${role} push is turned on and tried in the settings as well`, async ({ page, context, lab }) => {
    const hana = await lab.signUp({ fullName: 'Hana Haematologist', role })
    const [browser] = await subscribesAt(context, lab, hana)
    await staySignedIn(context, hana)
    await page.goto(`/${area}`)
    await page.getByRole('link', { name: 'Notifications' }).click()
    await turnOn(page)
    await look(page)
    await page.getByRole('button', { name: /^Send me a test/ }).click()
    await expect.poll(() => heard(browser).map(({ body }) => body)).toEqual(['Push works in this browser'])
  })
}

test('a browser that allows no notifications says what to do', async ({ page, context, lab }) => {
  const ekow = await lab.signUp({ fullName: 'Ekow Quaye' })
  await staySignedIn(context, ekow)
  await context.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`)
  await page.goto('/patient-dashboard/notifications')
  await expect(page.getByText(/told not to show notifications/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeHidden()
  await look(page)
})
