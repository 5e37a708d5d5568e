import { readFileSync } from 'node:fs'
import { inCodes } from '../server/tests/card-codes.ts'
import { look } from './accessible.ts'
import { makeTechnician, releasedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, type Page } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

/** A camera that sees this picture, in place of the one that the browser does not have here. */
const cameraBefore = (picture: string) => `navigator.mediaDevices.getUserMedia = async () => {
  const image = new Image()
  image.src = ${JSON.stringify(picture)}
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1000
  const drawing = canvas.getContext('2d')
  setInterval(() => {
    drawing.fillStyle = 'white'
    drawing.fillRect(0, 0, 1000, 1000)
    drawing.drawImage(image, 50, 50, 900, 900)
  }, 100)
  return canvas.captureStream(10)
}`

test('a patient shows a health card, and another browser reads what the laboratory signed until it is withdrawn', async ({
  page,
  lab,
  openPage,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const skill = ['Blood Sugar,Blood Film for Malaria Parasites']
  const people = {
    patient: ama,
    enters: await makeTechnician(lab, 'Hana Haematologist', skill),
    releases: await makeTechnician(lab, 'Rita Reviewer', skill),
  }
  const sugar = { 'FASTING-BLOOD-GLUCOSE': 4.8, 'RANDOM-BLOOD-GLUCOSE': 5.4 }
  const { visit, task } = await releasedTask(lab, people, sugar, { tests: ['Blood Sugar'] })

  const { jws, picture } = await test.step('the patient makes the card', async () => {
    await signIn(page, ama)
    await page.goto(`/patient-dashboard/results?id=${visit}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save a health card' }).press('Enter')
    const { verifiableCredential } = JSON.parse(readFileSync(await (await coming).path(), 'utf8'))
    const code = page.getByRole('img', { name: 'QR code of your health card' })
    await expect(code).toBeVisible()
    await look(page)
    return { jws: String(verifiableCredential[0]), picture: (await code.getAttribute('src')) ?? '' }
  })

  const checker = await openPage()
  const asked: string[] = []
  checker.on('request', (request) => asked.push(request.url()))
  const again = () => checker.getByRole('button', { name: 'Check another card' }).press('Enter')
  const paste = async (text: string) => {
    await checker.getByLabel('Text of the card').fill(text)
    await checker.getByRole('button', { name: 'Check the card' }).press('Enter')
  }

  await test.step('the camera of another browser reads the code', async () => {
    await checker.addInitScript(cameraBefore(picture))
    await checker.goto('/check-card')
    await look(checker)
    await checker.getByRole('button', { name: 'Scan with the camera' }).press('Enter')
    await expectSigned(checker)
    await look(checker)
  })

  await test.step('a photo and the file do as well', async () => {
    const code = page.getByRole('img', { name: 'QR code of your health card' })
    const file = checker.getByLabel('Choose a photo or a file')
    await again()
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await code.screenshot() })
    await expectSigned(checker)
    await again()
    const buffer = Buffer.from(JSON.stringify({ verifiableCredential: [jws] }))
    await file.setInputFiles({
      name: 'x.smart-health-card',
      mimeType: 'application/smart-health-card',
      buffer,
    })
    await expectSigned(checker)
    await again()
    const face = await checker.getByRole('banner').screenshot()
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: face })
    await expect(checker.getByRole('alert')).toContainText('No QR code can be read in this picture.')
    await look(checker)
  })

  await test.step('several codes are pasted in any order, and a missing one is named at the field', async () => {
    const [first = '', second = '', third = ''] = inCodes(jws, 3)
    await paste([third, first].join('\n'))
    const field = checker.getByLabel('Text of the card')
    await expect(field).toHaveAccessibleDescription(/The card has 3 codes\. Missing: 2/)
    await look(checker)
    await paste([third, first, second].join('\n'))
    await expectSigned(checker)
  })

  await test.step('a changed card is not signed by the laboratory', async () => {
    await again()
    const [head, body, signature = ''] = jws.split('.')
    const other = signature.startsWith('A') ? 'B' : 'A'
    await paste([head, body, other + signature.slice(1)].join('.'))
    await expect(heading(checker, 'Not signed by this laboratory')).toBeFocused()
    await expect(checker.getByText('Ama Mensah')).toHaveCount(0)
    await look(checker)
  })

  await test.step('after a withdrawal the values are not shown', async () => {
    const by = await lab.signUp({ role: 'admin', fullName: 'Mabel Manager' })
    await lab.call('POST', '/api/Labtask/retract', { by, body: { tasks: [task], reason: 'Mixed up' } })
    await again()
    await paste(jws)
    await expect(heading(checker, 'Withdrawn')).toBeFocused()
    await expect(checker.getByText('Ama Mensah')).toBeVisible()
    await expect(checker.getByRole('table')).toHaveCount(0)
    await look(checker)
  })

  await test.step('the card is in no address and is not kept', async () => {
    expect(asked.filter((url) => url.includes(jws.slice(-40)) || url.includes('shc'))).toEqual([])
    expect(new URL(checker.url()).pathname + new URL(checker.url()).search).toBe('/check-card')
    const kept = await checker.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(kept).not.toMatch(/Mensah|GLUCOSE|shc:/)
  })
})

async function expectSigned(page: Page): Promise<void> {
  await expect(heading(page, 'Signed by this laboratory')).toBeFocused()
  await expect(page.getByText('Compare the name with an identity document')).toBeVisible()
  await expect(page.getByText('Ama Mensah')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '4.8' })).toContainText('mmol/L')
}
