import type { BrowserContext, Page } from '@playwright/test'
import type { Profile } from '#contract/access.ts'
import type { Laboratory } from './start-laboratory.ts'

export type Signed = { token: string }

/** Opens a session for the manager. */
export const managerOf = (lab: Laboratory): Promise<Signed> => lab.sessionOf(lab.manager.email)

/** From the next page on, the browser of this page has the person's session. */
export async function signIn(page: Page, { token }: Signed): Promise<void> {
  // The smallest file of the origin: its storage is all that is needed.
  if (page.url() === 'about:blank') await page.goto('/favicon.svg')
  await page.evaluate((text) => localStorage.setItem('token', text), token)
}

/** Everything that is opened in this page, or in this browser, begins with the person's session. */
export async function staySignedIn(where: Page | BrowserContext, { token }: Signed): Promise<void> {
  // In the window alone: the frame that previews a message is in a sandbox without storage.
  await where.addInitScript(`if (self === top) localStorage.setItem('token', ${JSON.stringify(token)})`)
}

/** Opens a screen as somebody with a session, with which every further one begins. */
export async function open(page: Page, path: string, by: Signed): Promise<void> {
  await staySignedIn(page, by)
  await page.goto(path)
}

/** The id of somebody's account. */
export const accountOf = async (lab: Laboratory, by: { token: string }): Promise<string> =>
  (await lab.call<Profile>('GET', '/api/auth/profile', { by })).id
