import { messages } from '../contract/messages.ts'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { openFormService } from './form-service.ts'
import { expect, type Page } from './server.ts'
import { startLaboratory } from './start-laboratory.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

type Facts = { name: string; address: string; phone: string; email: string }
type Letters = { rows: { name: string; email: string; message: string }[] }

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const headings = (page: Page, level: number) => page.getByRole('heading', { level }).allInnerTexts()
const scrolled = (page: Page) => page.evaluate<number>('Math.round(scrollY)')

/** The address that a link of this name leads to, within a part of the page. */
const target = (page: Page, part: 'navigation' | 'main' | 'contentinfo', name: string) =>
  page.getByRole(part).first().getByRole('link', { name, exact: true }).getAttribute('href')

const letter = { name: 'Kwame Asks', email: 'kwame@home.test', message: 'Do I need to fast?\nKwame' }

async function write(page: Page, { name, email, message } = letter): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill(message)
}

const send = (page: Page) => page.getByRole('button', { name: messages.contact.send })

async function expectKept(page: Page, { name, email, message } = letter): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Message')).toHaveValue(message)
}

test.describe('the first page before any script', () => {
  test.use({ javaScriptEnabled: false })

  test('has every heading and every card', async ({ page }) => {
    await page.goto('/')
    await expect(h1(page)).toHaveText(/Book the visit\. See.the.wait\. Read the result\./)
    await expect(page.getByText('Welcome to Phial')).toBeVisible()
    expect(await headings(page, 2)).toEqual([
      'Key Features',
      'How it works',
      'Our Services',
      'Ready for your next test?',
      'Product',
      'Company',
      'Contact',
    ])
    expect(await headings(page, 3)).toEqual([
      'Smart booking',
      'Real-time queue',
      'Smart notifications',
      'Analytics dashboard',
      'For Patients',
      'For Technicians',
      'For Managers',
      'Routine and specialised testing',
      'Infectious disease testing',
      'Health screening packages',
    ])
    for (const card of await page.getByRole('article').all()) await expect(card).toBeVisible()
    await expect(page.getByText('© 2024 Phial Laboratory. All rights reserved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to top' })).toBeHidden()
  })

  test('the screens on which a first visit begins show their heading and the frame', async ({ page }) => {
    for (const [path, title] of [
      ['/book', 'Book a Lab Appointment'],
      ['/login', 'Welcome Back'],
      ['/sign-up', 'Create Account'],
    ] as const) {
      await page.goto(path)
      await expect(h1(page)).toHaveText(title)
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Contact' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'home page', exact: true })).toBeVisible()
    }
    await page.goto('/book?language=fr')
    await expect(h1(page)).toHaveText('Réserver un rendez-vous au laboratoire')
    await page.goto('/index')
    await expect(page.locator('.shell')).toBeVisible()
  })

  test('has every link, and its anchors work', async ({ page }) => {
    await page.goto('/')
    for (const [part, links] of [
      [
        'navigation',
        [
          ['Home', '#hero'],
          ['Features', '#features'],
          ['Overview', '#overview'],
          ['Services', '#services'],
          ['Contact', '/contact'],
          ['Login', '/login'],
        ],
      ],
      [
        'main',
        [
          ['Get Started', '/sign-up'],
          ['Watch Demo', '/demo'],
          ['Create Account', '/sign-up'],
          ['Log in', '/login'],
        ],
      ],
      [
        'contentinfo',
        [
          ['Features', '#features'],
          ['Services', '#services'],
          ['Demo', '/demo'],
          ['Overview', '#overview'],
          ['Contact', '/contact'],
          ['Support', '/support-page'],
          ['Terms of use', '/terms'],
          ['Privacy', '/privacy'],
        ],
      ],
    ] as const) {
      for (const [name, href] of links) expect(await target(page, part, name), name).toBe(href)
    }
    await expect(page.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
    for (const [name, title] of [
      ['Services', 'Our Services'],
      ['Features', 'Key Features'],
      ['Overview', 'How it works'],
    ] as const) {
      await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { name: title })).toBeInViewport()
    }
    await page.getByRole('navigation').first().getByRole('link', { name: 'Home' }).click()
    await expect(h1(page)).toBeInViewport()
  })

  test('has its links at hand on a phone too', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('link', { name: 'home page', exact: true })).toBeVisible()
  })

  test('says of the laboratory what a new installation says of itself', async ({ page, lab }) => {
    const facts = await lab.call<Facts>('GET', '/api/laboratory')
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    const tel = facts.phone.replaceAll(' ', '')
    await expect(footer.getByText(`© 2024 ${facts.name}.`)).toBeVisible()
    await expect(footer.getByRole('link', { name: facts.email })).toHaveAttribute(
      'href',
      `mailto:${facts.email}`,
    )
    await expect(footer.getByRole('link', { name: facts.phone })).toHaveAttribute('href', `tel:${tel}`)
    await expect(footer.getByRole('link', { name: facts.address })).toHaveAttribute(
      'href',
      new RegExp(encodeURIComponent(facts.address)),
    )
    expect(tel).toMatch(/^\+233\d{9}$/)
    expect(facts.address).toBe('Accra, Ghana')
  })
})

test.describe('the first page', () => {
  test('shows the laboratory’s own facts when they were changed', async ({ page, lab }) => {
    await lab.sql(`update laboratory set name = 'Volta Laboratory', phone = '+233 24 111 2222'`)
    try {
      await page.goto('/')
      await expect(page.getByText('© 2024 Volta Laboratory.')).toBeVisible()
      await expect(page.getByRole('link', { name: '+233 24 111 2222' })).toHaveAttribute(
        'href',
        'tel:+233241112222',
      )
    } finally {
      await lab.sql(`update laboratory set name = 'Phial Laboratory', phone = '+233 30 000 0000'`)
    }
  })

  test('collapses its bar on a phone into a menu that closes on a click', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu' })
    const features = page.getByRole('banner').getByRole('link', { name: 'Features' })
    await expect(features).toBeHidden()
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await features.click()
    await expect(features).toBeHidden()
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(page).toHaveURL('/#features')
    await expect(page.getByRole('heading', { name: 'Key Features' })).toBeInViewport()

    await menu.press('Enter')
    await expect(features).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(features).toBeHidden()
    await expect(menu).toBeFocused()
    await page.setViewportSize(desk)
    await expect(menu).toBeHidden()
    await expect(features).toBeVisible()
  })

  test('offers the way to the top after more than 400 px', async ({ page }) => {
    await page.goto('/')
    const toTop = page.getByRole('button', { name: 'Back to top' })
    await page.evaluate('scrollTo({ top: 400, behavior: "instant" })')
    await expect.poll(() => scrolled(page)).toBe(400)
    await expect(toTop).toBeHidden()
    await page.evaluate('scrollTo({ top: 401, behavior: "instant" })')
    await expect(toTop).toBeVisible()
    await page.evaluate('scrollTo({ top: 3000, behavior: "instant" })')
    await toTop.click()
    await expect.poll(() => scrolled(page)).toBe(0)
    await expect(toTop).toBeHidden()
  })

  test('has no transitions when motion is reduced', async ({ page }) => {
    await page.goto('/')
    // With short ones, nested texts kept their colour when the browser changed to another colour scheme.
    for (const part of ['body', 'main', 'button']) {
      await expect(page.locator(part).first()).toHaveCSS('transition-property', 'none')
    }
  })

  test('shows what was below the screen once it is reached', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    const card = page.getByRole('article').filter({ hasText: 'Health screening packages' })
    await expect(card).toHaveCSS('opacity', '0')
    await card.scrollIntoViewIfNeeded()
    await expect(card).toHaveCSS('opacity', '1')
  })

  test('asks before it dials, and does nothing when told not to', async ({ page }) => {
    await page.goto('/')
    // A browser without a telephone would only complain: what it would dial is written down instead.
    await page.evaluate(`addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="tel:"]')
      if (!link || event.defaultPrevented) return
      event.preventDefault()
      ;(window.dialled ??= []).push(link.href)
    })`)
    const dialled = () => page.evaluate<string[]>('window.dialled ?? []')
    const number = page.getByRole('contentinfo').getByRole('link', { name: '+233 30 000 0000' })
    const question = page.getByRole('dialog', { name: 'Call +233 30 000 0000?' })
    await number.click()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await number.press('Enter')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(number).toBeFocused()
    expect(await dialled()).toEqual([])
    await number.click()
    await question.getByRole('link', { name: 'Call' }).click()
    await expect(question).toBeHidden()
    expect(await dialled()).toEqual(['tel:+233300000000'])
  })

  test('leads nowhere that is not there', async ({ page, lab }) => {
    await page.goto('/')
    const addresses = await page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')))]`,
    )
    const own = addresses.filter((address) => address.startsWith('/'))
    expect(own.toSorted()).toEqual([
      '/book',
      '/contact',
      '/demo',
      '/developers',
      '/login',
      '/privacy',
      '/select-date',
      '/sign-up',
      '/support-page',
      '/terms',
    ])
    for (const address of addresses.filter((one) => one.startsWith('#'))) {
      await expect(page.locator(address), address).toHaveCount(1)
    }
    for (const address of own) {
      const answer = await page.goto(address)
      expect(answer?.status(), address).toBe(200)
      await expect(h1(page)).toBeVisible()
      await expect(h1(page)).not.toHaveText(messages.notFound)
    }
    await page.goto('/')
    await page.getByRole('link', { name: 'Watch Demo' }).click()
    await expect(page).toHaveURL(`${lab.url}/demo`)
    await expect(h1(page)).toHaveText('A day in a laboratory')
  })

  test('takes a message in its floating form, stores it and mails it', async ({ page, lab }) => {
    const { email } = await lab.call<Facts>('GET', '/api/laboratory')
    const before = lab.mailsSoFar(email)
    await page.goto('/')
    const button = page.getByRole('link', { name: 'Contact Us' })
    await button.click()
    const form = page.getByRole('dialog', { name: 'Contact Us' })
    await expect(form.getByText(messages.contact.hint)).toBeVisible()
    await expect(page).toHaveURL('/')
    await expectAccessible(page)

    await send(page).click()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
    await expect(form.getByLabel('Message')).toHaveAccessibleDescription(/Message is required/)
    await write(page, { ...letter, email: 'kwame' })
    await send(page).click()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/name@example\.com/)
    await expectKept(page, { ...letter, email: 'kwame' })
    expect(lab.mailsSoFar(email)).toBe(before)

    await form.getByLabel('Email').fill(letter.email)
    await send(page).click()
    await expect(form.getByText(messages.contact.thanks)).toBeVisible()
    await expect(form.getByLabel('Name')).toBeHidden()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(button).toBeFocused()

    const mail = await lab.mailTo(email, before)
    expect(mail.subject).toContain(letter.name)
    expect(mail.text).toContain('Do I need to fast?')
    const by = await lab.call<{ token: string }>('POST', '/api/auth/login', { body: lab.manager })
    const { rows: stored } = await lab.call<Letters>('GET', '/api/contact-messages', { by })
    expect(stored[0]).toMatchObject(letter)
  })
})

test.describe('writing to the laboratory', () => {
  test('goes to another form service when the settings name one', async ({ page, watch }) => {
    const service = await openFormService()
    const lab = await startLaboratory({ CONTACT_URL: service.url, CONTACT_FORM_ID: 'phial-test' })
    watch.befriend(lab.url)
    watch.befriend(service.url)
    try {
      await page.goto(`${lab.url}/contact`)
      await write(page)
      const refused = page.getByRole('alert')
      const says = async (answer: string) => {
        service.says = answer
        await send(page).click()
      }

      await says(
        JSON.stringify({
          errors: [
            { field: 'email', code: 'TYPE_EMAIL', message: 'should be an email' },
            { field: 'email', code: 'REQUIRED_FIELD_MISSING', message: 'must be known to us' },
            { field: 'message', code: 'REQUIRED_FIELD_EMPTY', message: 'is required' },
          ],
        }),
      )
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
        'Email should be an email, must be known to us',
      )
      await expect(page.getByLabel('Message')).toHaveAccessibleDescription(/^Message is required/)
      await expect(page.getByLabel('Name')).toHaveAccessibleDescription('')
      await expectKept(page)

      await says(JSON.stringify({ errors: [{ code: 'INACTIVE', message: 'This form is asleep' }] }))
      await expect(refused).toHaveText('This form is asleep')
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('')
      await says(JSON.stringify({ error: 'No more letters this month' }))
      await expect(refused).toHaveText('No more letters this month')

      for (const nonsense of [
        '{}',
        '[]',
        'null',
        '"sent"',
        '{"next":5}',
        '{"errors":"many"}',
        '<h1>502</h1>',
      ]) {
        await says(JSON.stringify({ error: 'Before the next' }))
        await expect(refused).toHaveText('Before the next')
        await says(nonsense)
        await expect(refused, nonsense).toHaveText(messages.contact.unexpected)
        await expectKept(page)
      }

      await says(JSON.stringify({ next: 'https://forms.example/thanks' }))
      await expect(h1(page)).toHaveText(messages.contact.thanks)
      expect(service.got.at(-1)).toEqual({ path: '/f/phial-test', body: letter })
    } finally {
      await lab.close()
      await service.close()
    }
  })
})

test.describe('the support page', () => {
  test('answers the four topics and says when somebody is there', async ({ page, lab }) => {
    const { email } = await lab.call<Facts>('GET', '/api/laboratory')
    await page.goto('/support-page')
    for (const topic of [
      'Booking lab tests',
      'Receiving results',
      'Technician schedules',
      'Cancelling or rescheduling',
    ]) {
      await expect(page.getByRole('heading', { level: 2, name: topic })).toBeVisible()
    }
    const reach = page.getByRole('complementary', { name: 'How to reach support' })
    await expect(reach.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
    await expect(reach).toContainText('within about 24 hours on weekdays')
    await expect(reach).toContainText('Mon–Fri 9:00 AM–5:00 PM')
    await expect(page.getByRole('main')).toContainText(
      /urgent medical concerns, please contact your healthcare provider/,
    )
    const answer = page.getByText(/Log in, open Appointment/)
    await expect(answer).toBeHidden()
    await page.getByText('How do I cancel or move an appointment?').click()
    await expect(answer).toBeVisible()
    await expectAccessible(page)
    await reach.getByRole('link', { name: 'Write to us' }).click()
    await expect(h1(page)).toHaveText('Contact Us')
  })
})

test.describe('one visit, step by step', () => {
  const titles = [
    'A slot is booked',
    'She checks in',
    'The sample is taken',
    'The bench works',
    'The result is released',
  ]
  const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

  test('goes through its steps with the arrow keys, and Back goes one back', async ({ page }) => {
    await page.goto('/demo/visit')
    for (const [index, text] of titles.entries()) {
      await expect(title(page)).toHaveText(text)
      await expect(page.locator('[aria-current=step]')).toContainText(String(index + 1))
      await page.keyboard.press('ArrowRight')
    }
    await expect(title(page)).toHaveText(titles[4] ?? '')
    await expect(page).toHaveURL('/demo/visit?step=5')
    await page.goBack()
    await expect(title(page)).toHaveText(titles[3] ?? '')
    for (let back = 0; back < 5; back += 1) await page.keyboard.press('ArrowLeft')
    await expect(title(page)).toHaveText(titles[0] ?? '')
    await expect(page).toHaveURL('/demo/visit')
  })

  test('goes through its steps with Tab and Enter, and never loses the place', async ({ page }) => {
    await page.goto('/demo/visit')
    const next = page.getByRole('button', { name: 'Next' })
    await next.focus()
    for (const text of titles.slice(1)) {
      await page.keyboard.press('Enter')
      await expect(title(page)).toHaveText(text)
    }
    await expect(next).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Create Account' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    for (const text of titles.slice(0, 4).toReversed()) {
      await page.keyboard.press('Enter')
      await expect(title(page)).toHaveText(text)
    }
    await expect(next).toBeFocused()
    await page.getByRole('button', { name: /Collected/ }).press('Enter')
    await expect(title(page)).toHaveText(titles[2] ?? '')
  })

  test('opens at the step of its address, and at the first for one that is not there', async ({ page }) => {
    await page.goto('/demo/visit?step=4')
    await expect(title(page)).toHaveText(titles[3] ?? '')
    for (const step of ['6', '-1', '2.5', 'two']) {
      await page.goto(`/demo/visit?step=${step}`)
      await expect(title(page), step).toHaveText(titles[0] ?? '')
    }
  })
})

test('a laboratory runs in the demo, and its staff can be played with', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const clock = page.getByRole('slider', { name: 'Time of day' })
  const told = page.locator('p', { hasText: /^At \d\d:\d\d:/ })
  await page.goto('/demo')
  await expect(h1(page)).toHaveText('A day in a laboratory')
  await page.getByText('20 min a second').click()
  await expect(told).toContainText(/At (0[89]|1\d):/)
  await page.getByRole('button', { name: 'Pause' }).click()
  await clock.fill('570')
  await expect(told).toContainText('At 09:30:')
  await expect(told).toContainText('4 of 4 chairs')
  const wait = page
    .getByRole('row', { name: /Mean wait/ })
    .getByRole('cell')
    .last()
  const before = await wait.textContent()
  await page.getByRole('slider', { name: /taking samples/ }).fill('3')
  await expect(wait).not.toHaveText(before ?? '')
  await expect(told).toContainText('3 of 3 chairs')
  await expectAccessible(page)
})

test('the demo stands still for those who reduce motion, and says what it shows', async ({ page }) => {
  await page.goto('/demo')
  const told = page.locator('p', { hasText: /^At \d\d:\d\d:/ })
  await expect(told).toContainText('At 09:30:')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.getByRole('link', { name: 'Follow one visit, step by step' }).click()
  await expect(h1(page)).toHaveText('How a visit moves')
})

test('an address that nobody knows says so and leads to the first page', async ({ page, lab, watch }) => {
  watch.provokes(/status of 404/)
  await page.goto('/no/such/page')
  await expect(h1(page)).toHaveText(messages.notFound)
  await page.getByRole('link', { name: 'Go To HomePage' }).click()
  await expect(page).toHaveURL(`${lab.url}/`)
  await expect(h1(page)).toContainText('Book the visit')
})

test('who may not enter is told how to go on', async ({ page }) => {
  await page.goto('/not-authorized')
  await expect(h1(page)).toHaveText('Your account cannot open this page')
  await expect(page.getByRole('link', { name: 'Go To HomePage' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Log in with another account' }).click()
  await expect(page).toHaveURL('/login')
})

test('a step from screen to screen is told as a new page is', async ({ page }) => {
  await page.goto('/contact')
  await expect(page).toHaveTitle('Contact Us · Phial')
  for (const [link, name, title] of [
    ['Support', 'Support', 'Support · Phial'],
    ['Contact', 'Contact Us', 'Contact Us · Phial'],
    ['Login', 'Welcome Back', 'Log in · Phial'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(page).toHaveTitle(title)
  }
})

test('the landing page looks the same after its form was open, and when it is opened from another screen', async ({
  page,
}) => {
  const look = () =>
    page.evaluate<
      string[]
    >(`[...document.querySelectorAll('header, header *, main > *, h1, h2, footer')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [part.tagName, ...[x, y + scrollY, width, height].map(Math.round)].join(' ')
    })`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.evaluate('document.fonts.ready')
  const before = await look()
  await page.getByRole('link', { name: 'Contact Us' }).click()
  const form = page.getByRole('dialog', { name: 'Contact Us' })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  expect(await look()).toEqual(before)

  await page.goto('/support-page')
  await expect(h1(page)).toBeVisible()
  await page.evaluate(`history.pushState(null, '', '/')`)
  await expect(page.locator('#hero')).toBeVisible()
  await expect.poll(look).toEqual(before)
})

/** Address, title, and the most script that a first visit may load, in bytes as they are sent. */
const screens = [
  ['/', 'Phial: book a laboratory visit, see the wait, read your results', 110_000],
  ['/contact', 'Contact Us · Phial', 192_000],
  ['/support-page', 'Support · Phial', 192_000],
  ['/demo', 'Demo · Phial', 207_000],
  ['/not-authorized', 'Access denied · Phial', 192_000],
  ['/no-such-page', `${messages.notFound} · Phial`, 192_000],
  ['/login', 'Log in · Phial', 192_000],
  ['/sign-up', 'Sign up · Phial', 192_000],
  ['/otp', 'Verify OTP · Phial', 192_000],
  ['/forgot-password', 'Forgot password · Phial', 192_000],
  ['/book', 'Book a Lab Appointment · Phial', 200_000],
  ['/select-date', 'Select a Date and Time · Phial', 201_000],
] as const

for (const [path, title, most] of screens) {
  test(`${path} has a title, one heading, a way past the bar, and little script`, async ({ page, watch }) => {
    if (path === '/no-such-page') watch.provokes(/status of 404/)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page).toHaveTitle(title)
    await expect(h1(page)).toHaveCount(1)
    const scripts = await page.evaluate<{ sent: number; whole: number }[]>(
      `performance.getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ encodedBodySize: sent, decodedBodySize: whole }) => ({ sent, whole }))`,
    )
    const sum = (size: 'sent' | 'whole') => scripts.reduce((total, script) => total + script[size], 0)
    test.info().annotations.push({ type: 'script', description: `${path} ${sum('sent')} bytes` })
    expect(sum('sent')).toBeGreaterThan(1_000)
    expect(sum('sent')).toBeLessThan(most)
    expect(sum('sent'), 'it is sent compressed').toBeLessThan(sum('whole') / 2)

    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.locator('main').locator(':focus')).toHaveCount(1)
  })
}

for (const path of [
  '/',
  '/contact',
  '/support-page',
  '/terms',
  '/privacy',
  '/developers',
  '/demo',
  '/not-authorized',
  '/no-such-page',
]) {
  test(`${path} fits from the narrowest phone to a desk`, async ({ page, watch }) => {
    if (path === '/no-such-page') watch.provokes(/status of 404/)
    await page.goto(path)
    await expect(h1(page)).toBeVisible()
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // Styles that depend on the width follow it a frame later.
      await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: 5_000 })
      // `every-screen.spec.ts` checks the other paths.
      if (path === '/no-such-page' && (width === 390 || width === 1280)) await expectAccessible(page)
    }
  })
}
