import { makeTechnician } from './bench-visit.ts'
import { heading, scan } from './screens.ts'
import { expect, type OpenPage, type Page, type Person, test } from './server.ts'

test.beforeAll(({ lab }) => lab.renew())

/** Logs a person in on the screen, in a browser context of their own. */
async function browserOf(openPage: OpenPage, person: Person, width: number): Promise<Page> {
  const page = await openPage({ viewport: { width, height: 844 } })
  await page.goto(person.role === 'technician' ? '/technician-login' : '/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(/dashboard/)
  return page
}

test('from a booked slot to a corrected result: patient, desk, and two technicians', async ({
  openPage,
  lab,
}) => {
  test.setTimeout(180_000)
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const tina = await makeTechnician(lab, 'Tina Technician')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const phone = await browserOf(openPage, ama, 390)
  const bench = await browserOf(openPage, tina, 1280)
  const second = await browserOf(openPage, rita, 1280)

  let reference = ''
  await test.step('the patient books', async () => {
    await phone.goto('/patient-dashboard/appointment-page')
    await phone.getByLabel('Test Type').click()
    await phone.getByLabel('Test Type').fill('full blood')
    await phone.keyboard.press('Enter')
    await phone.keyboard.press('Escape')
    await phone.getByLabel('Gender').selectOption({ label: 'Female' })
    await phone.getByLabel('Age').fill('34')
    await phone.getByLabel('Phone Number').fill('+233 24 123 4567')
    await phone.getByRole('group', { name: 'Date and Time' }).getByRole('radio').first().check()
    await phone.getByRole('button', { name: 'Submit Appointment' }).click()
    const confirmed = phone.getByRole('region', { name: 'Your appointment is booked' })
    await expect(confirmed).toBeVisible()
    reference = ((await confirmed.getByText(/^[0-9A-Z]{8}$/).textContent()) ?? '').trim()
    expect((await lab.mailTo(ama.email)).text).toContain(reference)
  })

  const numbers = bench.getByRole('listitem').getByRole('link', { name: /^01 \d{6} \d{5} \d$/ })
  await test.step('is checked in, identified in two ways, and blood is taken', async () => {
    await scan(bench, reference)
    await expect(heading(bench, 'Ama Mensah')).toBeFocused()
    await bench.keyboard.press('a')
    await expect(bench.getByText('Ama Mensah: arrived.')).toBeVisible()
    await bench.getByLabel('Full name').check()
    await bench.getByLabel('Age').check()
    await bench.getByRole('button', { name: 'Collect 1 tube' }).click()
    await expect(bench.getByText('1 sample collected.')).toBeVisible()
  })

  await test.step('the tube is bad: rejected, and drawn again while the patient is there', async () => {
    const accession = ((await numbers.first().textContent()) ?? '').replaceAll(' ', '')
    await bench.getByRole('button', { name: /^Reject/ }).click()
    const dialog = bench.getByRole('dialog')
    await dialog.getByLabel('Reason').selectOption('Clotted')
    await dialog.getByLabel('Now: the patient is still here').check()
    await dialog.getByLabel('Print the label of the new tube now').uncheck()
    await dialog.getByRole('button', { name: 'Reject sample' }).click()
    await expect(bench.getByText(/this visit needs another sample/)).toBeVisible()
    await bench.getByLabel('Full name').check()
    await bench.getByLabel('Reference or QR code').check()
    await bench.getByRole('button', { name: 'Collect 1 tube' }).click()
    await expect(bench.getByText(/replaces 01 /)).toBeVisible()
    const all = (await numbers.allTextContents()).map((text) => text.replaceAll(' ', ''))
    const again = all.find((one) => one !== accession) ?? ''
    await scan(bench, again)
    await expect(bench.getByText(`${again} received.`)).toBeVisible()
  })

  await test.step('a critical value is entered, and told before anyone can release it', async () => {
    await bench.goto('/technician-dashboard')
    await expect(bench.getByRole('button', { name: 'Claim next' })).toBeVisible()
    await bench.keyboard.press('n')
    await expect(heading(bench, 'Full Blood Count')).toBeFocused()
    await bench.getByLabel('HGB').fill('4.9')
    await bench.getByLabel('PLT').fill('250')
    await bench.getByRole('button', { name: 'Save results' }).click()
    await expect(bench.getByText('HGB: 4.9 g/dL is critical.')).toBeVisible()
    await bench.getByRole('button', { name: /^Mark as Complete/ }).click()
    await expect(bench.getByText('Task Completed', { exact: true })).toBeVisible()

    await second.goto('/release')
    await expect(second.getByText('A critical value has not been reported yet.')).toBeVisible()
    await bench.getByRole('button', { name: 'Record the call about HGB' }).click()
    await bench.getByLabel('Reported to').fill('Dr Boateng')
    await bench.getByLabel('They read the value back').check()
    await bench.getByRole('dialog').getByRole('button', { name: 'Record the call' }).click()
    await expect(bench.getByText(/It was reported to Dr Boateng .* by Tina Technician/)).toBeVisible()
  })

  await test.step('whoever entered it cannot release it; somebody else does', async () => {
    await bench.goto('/release')
    await expect(
      bench.getByText('You entered these results: somebody else has to release them.'),
    ).toBeVisible()
    // The second person's screen has learned of the call by itself.
    await second.getByRole('checkbox').first().check()
    await second.getByRole('button', { name: 'Release 1' }).click()
    await expect(second.getByText('Nothing is waiting for release')).toBeVisible()
  })

  const results = () => phone.getByRole('listitem').filter({ hasText: 'g/dL' }).first()
  await test.step('the patient is told, and reads it', async () => {
    const mail = await lab.mailTo(ama.email, 1, 'the results of your visit')
    expect(mail.text).not.toMatch(/4\.9|H(a)?emoglobin|HGB|Blood Count/)
    await phone.goto('/patient-dashboard/appointments')
    await phone.getByRole('link', { name: /^View/ }).first().click()
    await phone.getByRole('link', { name: 'See results' }).click()
    await expect(results()).toContainText('4.9')
    await expect(
      phone.getByText(/call the laboratory|talk to a doctor|see a doctor|Call/i).first(),
    ).toBeVisible()
  })

  await test.step('a correction takes the same two people, and says what it was before', async () => {
    await bench.goto('/technician-dashboard')
    await bench.getByRole('search', { name: 'Test Queue' }).getByLabel('Status').selectOption('Done today')
    await bench.getByRole('link', { name: 'Full Blood Count' }).click()
    await bench.getByRole('button', { name: 'Correct these results' }).click()
    await bench.getByLabel('Reason').fill('Two tubes were swapped')
    await bench.getByRole('button', { name: 'Open for correction' }).click()
    await expect(bench.getByText('Open for correction: Two tubes were swapped')).toBeVisible()
    await bench.getByLabel('HGB').fill('12.9')
    await bench.getByRole('button', { name: 'Save results' }).click()
    await expect(bench.getByText('Full Blood Count: results saved.')).toBeVisible()
    // Until it is released anew the patient reads the report as it was.
    await phone.reload()
    await expect(results()).toContainText('4.9')
    await second.goto('/release')
    await second.getByRole('checkbox').first().check()
    await second.getByRole('button', { name: 'Release 1' }).click()
    await expect(second.getByText('Nothing is waiting for release')).toBeVisible()
    await phone.reload()
    await expect(phone.getByText('Reason: Two tubes were swapped')).toBeVisible()
    await expect(results()).toContainText('12.9')
    await expect(phone.getByText('Before: 4.9')).toBeVisible()
  })
})
