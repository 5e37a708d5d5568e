import { messages } from '../contract/messages.ts'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, type Page, test } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'

test.beforeAll(({ lab }) => lab.renew())

const password = 'seven-green-tubes'
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Invites by the product's own call; gives the address of the mailed link and the id. */
async function invited(
  lab: Laboratory,
  fullName: string,
  email: string,
): Promise<{ id: string; link: string }> {
  const { id } = await lab.call<{ id: string }>('POST', '/api/technician/invite', {
    by: await managerOf(lab),
    body: { fullName, email, specialties: ['Full Blood Count', 'Typhidot'] },
  })
  return { id, link: await invitationTo(lab, email) }
}

async function invitationTo(lab: Laboratory, email: string, after = 0): Promise<string> {
  const { text } = await lab.mailTo(email, after)
  const link = /http:\S+\/tech-page\/\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`No invitation in:\n${text}`)
  return link
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Specialties').fill(name)
  await page.getByRole('option', { name }).click()
}

test('a technician is invited, sets a password, works, and is out at once when the manager says so', async ({
  page: manager,
  lab,
  openPage,
}) => {
  const email = 'efua.mensah@lab.test'
  await staySignedIn(manager, await managerOf(lab))
  await manager.goto('/manager-dashboard')
  await manager.getByRole('link', { name: 'Technicians', exact: true }).click()
  await expect(heading(manager, 'Technicians')).toBeFocused()
  await expect(manager.getByText(messages.lists.noStaff)).toBeVisible()
  await look(manager)

  await manager.getByRole('link', { name: 'Invite Technician' }).click()
  await manager.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(manager.getByRole('alert').filter({ hasText: 'Choose at least one' })).toBeFocused()
  await expect(manager.getByRole('heading', { name: messages.technicians.fieldsMissing })).toBeVisible()
  await expect(manager.getByLabel('Full Name')).toHaveAccessibleDescription('Enter a name')
  await look(manager)
  await manager.getByLabel('Full Name').fill('Efua Mensah')
  await manager.getByLabel('Email').fill(email)
  await manager.getByLabel('Specialties').click()
  await expect(manager.getByRole('option')).toHaveCount(18)
  await choose(manager, 'Full Blood Count')
  await choose(manager, 'Blood Sugar,Blood Film for Malaria Parasites')
  await look(manager)
  await manager.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(manager.getByText(messages.technicians.invited)).toBeVisible()
  await expect(rowOf(manager, 'Efua Mensah')).toContainText('Invited')
  await look(manager)

  const technician = await openPage()
  await technician.goto(await invitationTo(lab, email))
  await expect(technician.getByText('Welcome to Phial Laboratory, Efua Mensah.')).toBeVisible()
  await expect(technician.getByRole('button', { name: 'Login' })).toBeDisabled()
  await look(technician)
  await setPassword(technician)
  await expect(technician).toHaveURL('/technician-login')
  await expect(technician.getByText(messages.technicians.passwordSet)).toBeVisible()
  await expect(technician.getByText('You are logged in as Efua Mensah.')).toBeVisible()
  await look(technician)
  await logIn(technician, email)
  await expect(technician).toHaveURL('/technician-dashboard')
  await expect(technician.getByText(messages.login.success)).toBeVisible()

  await technician.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(heading(technician, 'Your Profile')).toBeFocused()
  await expect(technician.getByText('Blood Sugar,Blood Film for Malaria Parasites')).toBeVisible()
  await look(technician)
  await technician.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(technician).toHaveURL('/edit-profile-tech')
  await expect(technician.getByText('What you did stays on record under your name.')).toBeVisible()
  await look(technician)
  await technician.getByLabel('Phone Number').fill('+233 24 555 0101')
  await technician.getByRole('button', { name: 'Save Changes' }).click()
  await expect(technician).toHaveURL('/profile-tech')
  await expect(technician.getByText('+233 24 555 0101')).toBeVisible()

  await manager.reload()
  await expect(rowOf(manager, 'Efua Mensah')).toContainText('Active')
  await manager.getByRole('link', { name: 'Edit Efua Mensah' }).click()
  await expect(heading(manager, 'Edit Technician')).toBeFocused()
  await expect(manager.getByLabel('Email')).toHaveAttribute('readonly')
  await manager.getByLabel('Full Name').fill('Efua Boateng')
  await choose(manager, 'Typhidot')
  await look(manager)
  await manager.getByRole('button', { name: 'Save Changes' }).click()
  await expect(manager.getByText('Efua Boateng is updated.')).toBeVisible()
  await expect(rowOf(manager, 'Efua Boateng')).toContainText('Typhidot')

  await manager.getByRole('button', { name: 'Delete Efua Boateng' }).click()
  const question = manager.getByRole('alertdialog', { name: messages.technicians.confirmDelete })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await look(manager)
  await question.getByLabel('Reason').fill('Moved to Kumasi')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(manager.getByText('Efua Boateng can no longer log in.')).toBeVisible()
  await expect(manager.getByText(messages.lists.noStaff)).toBeVisible()
  await manager.getByLabel('Show those who left (1)').check()
  await expect(rowOf(manager, 'Efua Boateng')).toContainText('Deactivated')
  await look(manager)

  await technician.reload()
  await expect(technician).toHaveURL(/^[^?]*\/login/)
  await technician.goto('/technician-login')
  await logIn(technician, email)
  await expect(technician.getByRole('alert')).toContainText(
    'The e-mail address or the password is not right.',
  )
  await expect(technician).toHaveURL('/technician-login')
})

test('an invitation that was used, withdrawn, sent again or mistyped says so and what to do', async ({
  page,
  lab,
}) => {
  const { id, link } = await invited(lab, 'Kofi Antwi', 'kofi.antwi@lab.test')
  await staySignedIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/technicians')
  await page.getByRole('button', { name: 'Send again to Kofi Antwi' }).click()
  await expect(page.getByText('A new invitation is on its way to kofi.antwi@lab.test.')).toBeVisible()
  const newer = await invitationTo(lab, 'kofi.antwi@lab.test', 1)

  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('only the link of the latest mail works')
  await look(page)
  await page.goto(newer)
  await expect(page.getByLabel('New Password')).toBeVisible()

  await page.goto('/manager-dashboard/technicians')
  await page.getByRole('button', { name: 'Withdraw Kofi Antwi' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The invitation of Kofi Antwi is withdrawn.')).toBeVisible()
  await page.goto(newer)
  await expect(page.getByRole('alert')).toContainText('was withdrawn')
  await expect(page.getByRole('link', { name: 'Write to the laboratory' })).toHaveAttribute(
    'href',
    '/contact',
  )
  await page.goto(`/manager-dashboard/technicians/${id}`)
  await expect(heading(page, 'This staff member was not found')).toBeVisible()
  await look(page)

  const again = await invited(lab, 'Yaa Asare', 'yaa.asare@lab.test')
  const token = new URLSearchParams(new URL(again.link).hash.slice(1)).get('token')
  await lab.call('POST', `/api/technician/accept-invitation/${again.id}`, {
    body: { token, password, confirmPassword: password },
  })
  await page.goto(again.link)
  await expect(page.getByRole('alert')).toContainText('accepted already')
  await look(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click()
  await expect(heading(page, 'Welcome Back')).toBeVisible()
})

test('the screens of technicians are not for others', async ({ page, lab }) => {
  const patient = await lab.signUp()
  await staySignedIn(page, patient)
  for (const path of ['/profile-tech', '/edit-profile-tech']) {
    await page.goto(path)
    await expect(page).toHaveURL('/patient-dashboard')
  }
  await page.goto('/manager-dashboard/technicians')
  await expect(page.getByText(messages.login.adminOnly)).toBeVisible()
})

test('the manager is told when the list cannot be had, and asks again', async ({ page, lab }) => {
  await staySignedIn(page, await managerOf(lab))
  await page.route('**/api/technician', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal' } }),
  )
  await page.goto('/manager-dashboard/technicians')
  await expect(page.getByRole('heading', { name: messages.lists.techniciansFailure })).toBeVisible()
  await look(page)
  await page.unroute('**/api/technician')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Invite Technician' })).toBeVisible()
})
