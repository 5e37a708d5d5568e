import { expect, type Page, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { book } from './visits.ts'

test('the bell rings in every tab as something comes, and is quiet in all once it is read in one', async ({
  page,
  context,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Owusu' })
  await staySignedIn(context, ama)
  const second = await context.newPage()
  const tabs = [page, second]
  const bell = (tab: Page) => tab.getByRole('button', { name: /^Notifications,/ })
  for (const tab of tabs) {
    await tab.goto('/patient-dashboard')
    await expect(bell(tab)).toHaveAccessibleName('Notifications, nothing unread')
  }
  await book(lab, ama, { notToday: true })
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
  await staySignedIn(context, esi)
  await page.goto('/patient-dashboard')
  const bell = page.getByRole('button', { name: /^Notifications,/ })
  await expect(bell).toHaveAccessibleName('Notifications, nothing unread')
  await context.setOffline(true)
  await book(lab, esi, { notToday: true })
  await context.setOffline(false)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
})
