import { expectFits, look } from './accessible.ts'
import { fillLaboratory, type Made } from './full-laboratory.ts'
import { openScreens, personOf } from './open-screens.ts'
import { codeIn, expect, type Page } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

test.use({ locale: 'fr-FR' })

let made: Made
test.beforeAll(async ({ lab }) => {
  await lab.renew()
  made = await fillLaboratory(lab)
})

const html = (page: Page) => page.locator('html')
const phone = { width: 390, height: 844 }

test('a visitor whose browser asks for French books in French, changes to Twi, and keeps it after signing in', async ({
  page,
  lab,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await expect(html(page)).toHaveAttribute('lang', 'fr')
  await expect(html(page)).toHaveAttribute('dir', 'ltr')
  await expect(page).toHaveTitle(/réservez une visite/)
  await page.getByRole('main').getByRole('link', { name: 'Réserver une analyse' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réserver un rendez-vous au laboratoire')
  await expect(html(page)).toHaveAttribute('lang', 'fr')
  await look(page)
  await page.getByRole('button', { name: 'Confirmer le rendez-vous' }).click()
  await expect(page.getByRole('alert')).toContainText('Veuillez revoir ces champs')

  await page.locator('summary').filter({ hasText: 'FR' }).click()
  await page.getByRole('link', { name: 'Twi' }).click()
  await expect(page).toHaveURL(/\/book$/)
  await expect(html(page)).toHaveAttribute('lang', 'tw')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gye berɛ wɔ laboratory hɔ')
  await page.getByRole('button', { name: 'Fa Full Blood Count ka ho' }).click()
  // The last time offered is on a later day: the few times left of a day that ends soon are kept for people with an account.
  await page.getByRole('group', { name: 'Da ne berɛ' }).getByRole('radio').last().click()
  await page.getByLabel('Din nyinaa').fill('Akosua Twi')
  await page.getByLabel('Email').fill('akosua@twi.test')
  await page.getByLabel('Ɔbarima anaa ɔbaa').selectOption('female')
  await page.getByLabel('Mfeɛ', { exact: true }).fill('34')
  await look(page)
  await page.getByRole('button', { name: 'Gye berɛ no' }).click()
  await expect(page.getByLabel('Code a ɛyɛ adwuma prɛko')).toBeFocused()
  // The mail is in the language of the page.
  await page.keyboard.type(codeIn(await lab.mailTo('akosua@twi.test', 0, 'wo code nie')))
  await expect(page.getByText('Yɛagye wo berɛ no').first()).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'tw')
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText('Twi')
  await look(page)
})

test('who signs in reads in the language of the account, and changes it in the profile', async ({ page }) => {
  await staySignedIn(page, made.ama)
  await page.goto('/edit-profile')
  // The account says English, whatever the browser asks for.
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await page.getByLabel('Language').selectOption('fr')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre profil')
  await expect(html(page)).toHaveAttribute('lang', 'fr')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre profil')
})

test('a refusal of the server is in the language of the page', async ({ page, watch }) => {
  watch.provokes(/401/)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('nobody@home.test')
  await page.getByLabel('Mot de passe', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    'L’adresse e-mail ou le mot de passe n’est pas correct.',
  )
})

for (const who of ['visitor', 'patient', 'technician', 'manager', 'clinician'] as const) {
  test(`the screens of a ${who} fit a phone in French, from left to right and mirrored`, async ({
    page,
    lab,
    watch,
  }) => {
    test.setTimeout(300_000)
    // The preview of a mail on the screen of message texts.
    watch.provokes(/Blocked script execution in 'about:srcdoc'|The document is sandboxed/)
    // The screen that asks about an app, opened without a request of one.
    watch.provokes(/404 .*app-requests\/current/)
    const by = personOf(made, who)
    if (by) await lab.call('PUT', '/api/auth/profile', { by, body: { language: 'fr' } })
    await page.context().addCookies([{ name: 'language', value: 'fr', url: lab.url }])
    await page.setViewportSize(phone)
    await openScreens(
      page,
      made,
      who,
      async () => {
        await expect(html(page)).toHaveAttribute('lang', 'fr')
        await expectFits(page, 'phone, French', ['ltr', 'rtl'])
      },
      'a heading',
    )
  })
}
