import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { look } from './accessible.ts'
import { makeTechnician, releasedTask } from './bench-visit.ts'
import { expect, test } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'

const count = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250, 'NEUT%': 55, 'LYMPH%': 35 }
const library = readFileSync(new URL(import.meta.resolve('fhirclient/build/fhir-client.pure.min.js')), 'utf8')

/** An app of another origin: two pages that use the library fhirclient. */
async function openApp(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app.test')
    if (pathname === '/fhir-client.js') {
      response.setHeader('content-type', 'text/javascript')
      return response.end(library)
    }
    const settings = JSON.stringify({
      clientId: searchParams.get('client'),
      iss: searchParams.get('iss'),
      scope: 'openid fhirUser launch/patient offline_access patient/*.read',
      redirectUri: '/return',
    })
    const script =
      pathname === '/launch'
        ? `FHIR.oauth2.authorize(${settings}).catch(say)`
        : `FHIR.oauth2.ready().then(async (client) => {
            window.client = client
            const found = await client.request('DiagnosticReport', { flat: true })
            const patient = await client.patient.read()
            say({ message: patient.name[0].text + ': ' + found.map(({ id }) => id).join() })
          }).catch(say)`
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Health diary</title><p id="said">…</p><script src="/fhir-client.js"></script>
      <script>const say = ({ message }) => { document.getElementById('said').textContent = message }; ${script}</script>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

let app: Server
let address: string
test.beforeAll(async ({ lab }) => {
  await lab.renew()
  app = await openApp()
  address = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
})
test.afterAll(() => {
  app.close()
  app.closeAllConnections()
})

test('a manager registers an app, a patient and staff let it read through the library fhirclient, and the patient ends its access', async ({
  page,
  openPage,
  lab,
}) => {
  const desk = await openPage()
  await staySignedIn(desk, await managerOf(lab))
  await desk.goto('/manager-dashboard/api-clients')
  await desk.getByRole('button', { name: 'Register a client' }).click()
  const form = desk.getByRole('dialog')
  await form.getByLabel('Name').fill('Health diary')
  await form.getByLabel('Who gives it access').selectOption('people')
  for (const permission of ['Patient', 'Observation', 'DiagnosticReport']) {
    await form.getByLabel('Permissions').fill(permission)
    await desk.getByRole('option', { name: `system/${permission}.rs` }).click()
  }
  await form.getByLabel('Authentication').selectOption('nothing')
  await form.getByLabel('Redirect addresses').fill('http://diary.example/return')
  await look(desk)
  await form.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(form.getByText(/begins with https/).first()).toBeVisible()
  await form.getByLabel('Redirect addresses').fill(`${address}/return`)
  await form.getByLabel(/90 days/).check()
  await form.getByRole('button', { name: 'Register', exact: true }).click()
  const made = desk.getByRole('dialog', { name: 'The client is registered' })
  const id = await made.getByLabel('Client ID').inputValue()
  await expect(made.getByLabel('Secret')).toHaveCount(0)

  const [patient, enters, releases] = [
    await lab.signUp({ fullName: 'Ama Mensah' }),
    await makeTechnician(lab, 'Hana Haematologist'),
    await makeTechnician(lab, 'Rita Reviewer'),
  ]
  const { visit } = await releasedTask(lab, { patient, enters, releases }, count)
  await staySignedIn(page, patient)
  const launch = `${address}/launch?client=${id}&iss=${encodeURIComponent(`${lab.url}/fhir/R4`)}`
  await page.goto(launch)
  await expect(page.getByRole('heading', { name: 'Let Health diary read results?' })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Do not allow' }).click()
  await expect(page.locator('#said')).toContainText('The person did not allow it')

  await page.goto(launch)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.locator('#said')).toHaveText(`Ama Mensah: ${visit}`)
  expect(page.url()).toContain(`${address}/return`)

  const own = await openPage()
  await staySignedIn(own, patient)
  await own.goto('/profile')
  await own.getByRole('link', { name: 'Apps that read my results' }).click()
  await expect(own.getByText(/Read last/)).toBeVisible()
  await look(own)
  await own.getByRole('button', { name: 'End Health diary' }).click()
  await own.getByRole('button', { name: 'End it' }).click()
  await expect(own.getByText('Health diary can no longer read.')).toBeVisible()
  const refused = await page.evaluate(() =>
    // biome-ignore lint/suspicious/noExplicitAny: the page has put the client of the library there.
    (globalThis as any).client.request('DiagnosticReport').then(
      () => 'read',
      (error: Error) => error.message,
    ),
  )
  expect(refused).not.toBe('read')

  const staff = await openPage()
  await staySignedIn(staff, await managerOf(lab))
  await staff.goto(launch)
  await expect(staff.getByRole('button', { name: 'Allow', exact: true })).toBeDisabled()
  await staff.getByLabel('About whom').fill('Ama Mensah')
  await staff.getByRole('button', { name: /Ama Mensah/ }).click()
  await look(staff)
  await staff.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(staff.locator('#said')).toHaveText(`Ama Mensah: ${visit}`)
})
