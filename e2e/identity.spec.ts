import { messages } from '../contract/messages.ts'
import { expectAccessible, look } from './accessible.ts'
import { heading } from './screens.ts'
import { codeIn, expect, linkIn, type Page, test } from './server.ts'
import { signIn, staySignedIn } from './sign-in.ts'

const password = 'seven-green-tubes'

async function logIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

test.describe('a newcomer', () => {
  test('signs up, enters the code from the mail and logs in', async ({ page, lab }) => {
    const email = 'ama.newcomer@home.test'
    await page.goto('/sign-up')
    const signUp = page.getByRole('button', { name: 'Sign Up' })
    await expect(signUp).toBeDisabled()
    await look(page)

    await page.getByLabel('Full name').fill('Ama Newcomer')
    await expect(signUp).toHaveAccessibleDescription('Enter your e-mail address.')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('seven')
    await expect(page.getByText('At least 8 characters: 3 more')).toBeVisible()
    await expect(signUp).toHaveAccessibleDescription('The password needs at least 8 characters.')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill('seven-green-tubas')
    await expect(signUp).toHaveAccessibleDescription('Enter the same password twice.')
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(
      messages.signUp.passwordsDiffer,
    )
    await page.getByLabel('Confirm password').fill(password)
    await expect(signUp).toHaveAccessibleDescription(messages.signUp.termsMissing)
    await page.getByRole('button', { name: 'Read the terms' }).click()
    await expect(page.getByRole('dialog', { name: 'Terms of use' })).toContainText('not for emergencies')
    await look(page)
    await page.keyboard.press('Escape')
    await page.getByLabel('I agree to the terms of use').check()
    await signUp.click()

    await expect(heading(page, 'Verify OTP')).toBeFocused()
    await expect(page.getByText(messages.signUp.success)).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await look(page)
    const code = codeIn(await lab.mailTo(email)).replace(/[- ]/g, '')
    await page.getByLabel('One-time code').fill(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)
    await page.getByRole('button', { name: 'Verify' }).click()

    await expect(heading(page, 'Welcome Back')).toBeVisible()
    await expect(page.getByText(messages.otp.verified)).toBeVisible()
    await expect(page.getByText('You are logged in as Ama Newcomer.')).toBeVisible()
    await look(page)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await expect(page).toHaveURL('/patient-dashboard')
    await expect(page.getByText(messages.login.success)).toBeVisible()
  })

  test('goes on without a password when the code has just let them in', async ({ page, lab }) => {
    await staySignedIn(page, await lab.signUp())
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/patient-dashboard')
  })

  test('opens the link of the mail, which fills the code in and leaves the address bar', async ({
    page,
    lab,
  }) => {
    const email = 'kojo.link@home.test'
    const body = { fullName: 'Kojo Link', email, password, confirmPassword: password, acceptedTerms: true }
    await lab.call('POST', '/api/auth/register', { body })
    const mail = await lab.mailTo(email)
    await page.goto(linkIn(mail, '/otp'))
    await expect(page.getByLabel('One-time code')).toHaveValue(codeIn(mail).replace(/[- ]/g, ''))
    await expect(page).toHaveURL('/otp')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/reset-password')
  })

  test('chooses the password in the browser that enters the code, when another browser signed up', async ({
    page,
    lab,
  }) => {
    const email = 'kojo.owner@home.test'
    const body = { fullName: 'Kojo Owner', email, password, confirmPassword: password, acceptedTerms: true }
    await lab.call('POST', '/api/auth/register', { body })
    await page.goto(linkIn(await lab.mailTo(email), '/otp'))
    await page.getByRole('button', { name: 'Verify' }).click()

    await expect(heading(page, 'Choose a password')).toBeFocused()
    await expect(page).toHaveURL('/reset-password')
    await expect(page.getByText('You signed up in another browser')).toBeVisible()
    await look(page)
    await page.getByLabel('New password').fill('my own nine words')
    await page.getByLabel('Confirm password').fill('my own nine words')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page).toHaveURL('/login')
    await logIn(page, { email, password })
    await expect(page.getByRole('alert')).toContainText('is not right')
    await logIn(page, { email, password: 'my own nine words' })
    await expect(page).toHaveURL('/patient-dashboard')
  })

  test('asks for another code; the one before no longer works', async ({ page, lab }) => {
    const email = 'abena.twice@home.test'
    await page.goto('/sign-up')
    await page.getByLabel('Full name').fill('Abena Twice')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByLabel('I agree to the terms of use').check()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const first = codeIn(await lab.mailTo(email))
    await expect(page.getByText(messages.otp.resendPrompt)).toBeVisible()
    await page.getByRole('button', { name: 'Resend OTP' }).click()
    await expect(page.getByText(messages.otp.resent)).toBeVisible()
    const second = codeIn(await lab.mailTo(email, 1))
    await page.getByLabel('One-time code').fill(first)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('alert')).toContainText('This code does not work, or no longer.')
    await expect(page.getByLabel('One-time code')).toHaveValue(first)
    await page.getByLabel('One-time code').fill(second)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('logging in', () => {
  test('with a wrong password says so and keeps the address', async ({ page, lab }) => {
    const person = await lab.signUp()
    await page.route('**/api/auth/login', async (route) => {
      await expect(page.getByText(messages.login.pending)).toBeVisible()
      await route.continue()
    })
    await logIn(page, { ...person, password: 'eight-red-tubes' })
    await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is not right.')
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(page.getByText(messages.login.pending)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await look(page)
  })

  test('each role goes to its own area', async ({ page, lab }) => {
    const patient = await lab.signUp()
    const technician = await lab.signUp({ role: 'technician' })
    for (const [person, home] of [
      [patient, '/patient-dashboard'],
      [technician, '/technician-dashboard'],
      [lab.manager, '/manager-dashboard'],
    ] as const) {
      await logIn(page, person)
      await expect(page).toHaveURL(home)
      await page.evaluate('localStorage.clear()')
    }
  })

  test('leads back to where somebody came from, and never to another site', async ({ page, lab }) => {
    const person = await lab.signUp()
    await page.goto('/patient-dashboard/notifications')
    await expect(heading(page, 'Welcome Back')).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/patient-dashboard/notifications')

    await page.goto('/login?from=https://elsewhere.test/patient-dashboard')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/patient-dashboard')
  })

  test('a forgotten password is replaced with the link of a mail', async ({ page, lab }) => {
    const person = await lab.signUp()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(heading(page, 'Forgot Password')).toBeFocused()
    const before = lab.mailsSoFar(person.email)
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
    await look(page)

    await page.goto(linkIn(await lab.mailTo(person.email, before), '/reset-password'))
    await expect(page).toHaveURL('/reset-password')
    await look(page)
    await page.getByLabel('New password').fill('nine-blue-tubes')
    await page.getByLabel('Confirm password').fill('nine-blue-tubes')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
    await logIn(page, { ...person, password: 'nine-blue-tubes' })
    await expect(page).toHaveURL('/patient-dashboard')
  })
})

test.describe('somebody signed in', () => {
  test.beforeEach(async ({ page, lab }) => {
    const person = await lab.signUp({
      fullName: 'Yaa Asantewaa',
      email: `yaa${test.info().testId}@home.test`,
    })
    await signIn(page, person)
    await page.goto('/patient-dashboard')
  })
  const email = () => `yaa${test.info().testId}@home.test`

  test('finds the way by the sidebar, and on a phone by the menu', async ({ page }) => {
    const area = page.getByRole('navigation', { name: 'Area' })
    await area.getByRole('link', { name: 'Notifications' }).click()
    await expect(heading(page, 'Notifications')).toBeFocused()
    await expect(area.getByRole('link', { name: 'Notifications' })).toHaveAttribute('aria-current', 'page')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Profile' }).click()
    await expect(menu).toBeHidden()
    await expect(heading(page, 'Your Profile')).toBeFocused()
  })

  test('chooses how to be told; what cannot be sent is not offered', async ({ page }) => {
    await page.goto('/patient-dashboard/notifications')
    const method = page.getByLabel('Preferred method')
    await expect(method).toHaveValue('email')
    await expect(method.getByRole('option', { name: 'SMS Alerts' })).toBeDisabled()
    await expect(method.getByRole('option', { name: 'Push Notifications' })).toBeEnabled()
    await expect(method).toHaveAccessibleDescription('This laboratory cannot send SMS Alerts yet.')
    await page.getByRole('button', { name: 'Save Preferences' }).click()
    await expect(page.getByText('Your preferences were saved.')).toBeVisible()
  })

  test('changes the name in the dialog behind it', async ({ page }) => {
    await page.getByRole('button', { name: 'Yaa Asantewaa' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your profile' })
    await expect(dialog.getByLabel('Role')).toHaveValue('Patient')
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await expect(save).toHaveAccessibleDescription('Nothing has been changed yet.')
    await look(page)
    await dialog.getByLabel('Name').fill('Nana Yaa Asantewaa')
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Nana Yaa Asantewaa' })).toBeVisible()
  })

  test('reads and edits the profile; a new address counts once it is confirmed', async ({ page, lab }) => {
    const next = `next.${email()}`
    await page.goto('/profile')
    await expect(page.getByRole('definition')).toHaveText([
      'Yaa Asantewaa',
      'Set',
      email(),
      'Not given',
      'English',
    ])
    await look(page)
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await page.getByLabel('Phone Number').fill('12')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/7 to 15 digits/)
    await page.getByLabel('Phone Number').fill('+233 24 123 4567')
    await page.getByLabel('Email').fill(next)
    await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveAccessibleDescription(
      'Enter your current password to save this.',
    )
    await page.getByLabel('Current password').fill('not-this-one')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/not right/)
    await look(page)
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText(`${next} waits for confirmation`)).toBeVisible()
    await expect(page.getByRole('definition')).toContainText(['', '', email(), '+233 24 123 4567'])
    await look(page)

    await page.goto(linkIn(await lab.mailTo(next), '/confirm-email'))
    await expect(page).toHaveURL('/confirm-email')
    await look(page)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(page.getByText('Your new e-mail address is in use.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(page.getByRole('definition')).toContainText(['', '', next])
  })

  test('who has a name of two hundred letters still fits on a phone', async ({ page }) => {
    await page.goto('/edit-profile')
    await page.getByLabel('Full Name').fill('Abcdefghij'.repeat(20))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(heading(page, 'Your Profile')).toBeVisible()
    await look(page)
  })

  test('deletes the profile with the password, and cannot log in again', async ({ page }) => {
    await page.goto('/edit-profile')
    await page.getByRole('button', { name: 'Delete Profile' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your profile?' })
    await look(page)
    await dialog.getByRole('button', { name: 'Delete Profile' }).click()
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(/is required/)
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Delete Profile' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your account is closed.')).toBeVisible()
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await logIn(page, { email: email(), password })
    await expect(page.getByRole('alert').filter({ hasText: 'is not right' })).toBeFocused()
  })

  test('logs out: the server forgets the token, the browser everything', async ({ page, lab }) => {
    const token = await page.evaluate<string>('localStorage.getItem("token")')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await expect(lab.call('GET', '/api/auth/profile', { by: { token } })).rejects.toThrow('401')
  })

  test('whose session has ended logs in again and finds what was typed', async ({ page, lab }) => {
    await page.goto('/edit-profile')
    await page.getByLabel('Full Name').fill('Yaa Not Lost')
    // The bell listens: it hears of the end without anything being pressed.
    await lab.sql('delete from session')
    await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible()
    await expect(heading(page, 'Welcome Back')).toBeVisible()
    await page.getByLabel('Email').fill(email())
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await expect(page).toHaveURL('/edit-profile')
    await expect(page.getByLabel('Full Name')).toHaveValue('Yaa Not Lost')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('definition').first()).toHaveText('Yaa Not Lost')
  })

  test('is told on the log-in page that the manager’s area is not theirs', async ({ page }) => {
    await page.goto('/manager-dashboard')
    await expect(page).toHaveURL(/^[^?]*\/login\?from=/)
    await expect(page.getByRole('alert')).toHaveText(messages.login.adminOnly)
    await look(page)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/patient-dashboard')
    await page.goto('/technician-dashboard')
    await expect(page).toHaveURL('/patient-dashboard')
    const told = page.getByText('This page is for technicians. You are on your dashboard.')
    await expect(told).toBeVisible()
    await look(page)
    await page.getByRole('navigation', { name: 'Area' }).getByRole('link', { name: 'Notifications' }).click()
    await expect(heading(page, 'Notifications')).toBeFocused()
    await expect(told).toBeHidden()
  })

  test('is led to the dashboard by public pages instead of being asked to log in', async ({ page }) => {
    for (const path of ['/', '/contact', '/not-authorized']) {
      await page.goto(path)
      const menu = page.getByRole('navigation', { name: 'Main' })
      await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
        'href',
        '/patient-dashboard',
      )
      await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Go to your dashboard' }).click()
    await expect(page).toHaveURL('/patient-dashboard')
  })
})
