import type { BrowserContext } from '@playwright/test'
import { expect, type Page, type Person, test } from './server.ts'
import type { Laboratory } from './start-laboratory.ts'

const signIn = (context: BrowserContext, { token }: { token: string }) =>
  context.addInitScript((text) => localStorage.setItem('token', text), token)

async function book(lab: Laboratory, by: Person): Promise<void> {
  type Days = { days: { day: string; starts: { time: string }[] }[] }
  const { days } = await lab.call<Days>('GET', '/api/availability?tests=Full%20Blood%20Count')
  const free = days.slice(1).find(({ starts }) => starts.length > 0)
  await lab.call('POST', '/api/labtest/book', {
    by,
    body: {
      patientDetails: {
        fullName: by.fullName,
        age: 34,
        gender: 'female',
        contact: '+233 24 123 4567',
        email: by.email,
      },
      testType: ['Full Blood Count'],
      scheduledDate: free?.day,
      scheduleTime: free?.starts[0]?.time,
    },
  })
}

test('the bell rings in every tab as something comes, and is quiet in all once it is read in one', async ({
  page,
  context,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Owusu' })
  await signIn(context, ama)
  const second = await context.newPage()
  const tabs = [page, second]
  const bell = (tab: Page) => tab.getByRole('button', { name: /^Notifications,/ })
  for (const tab of tabs) {
    await tab.goto('/patient-dashboard')
    await expect(bell(tab)).toHaveAccessibleName('Notifications, nothing unread')
  }
  await book(lab, ama)
  for (const tab of tabs) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(tab.getByRole('status').getByText('New notification: Your visit is booked')).toBeAttached()
  }
  // The tab that held the line goes; the other one takes over.
  await page.close()
  const third = await context.newPage()
  await third.goto('/patient-dashboard')
  await bell(third).click()
  await third.getByRole('button', { name: 'Mark all as read' }).click()
  for (const tab of [second, third]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications, nothing unread')
  }
})

test('the bell hears again after the network was away', async ({ page, context, lab }) => {
  const esi = await lab.signUp({ fullName: 'Esi Badu' })
  await signIn(context, esi)
  await page.goto('/patient-dashboard')
  const bell = page.getByRole('button', { name: /^Notifications,/ })
  await expect(bell).toHaveAccessibleName('Notifications, nothing unread')
  await context.setOffline(true)
  await book(lab, esi)
  await context.setOffline(false)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
})
