import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** The options of a page at the start of a test. Only the last four can be changed on a kept page. */
export type PageOptions = Pick<
  BrowserContextOptions,
  | 'baseURL'
  | 'locale'
  | 'timezoneId'
  | 'javaScriptEnabled'
  | 'viewport'
  | 'colorScheme'
  | 'reducedMotion'
  | 'forcedColors'
>

/** A page with its own context. `giveBack` returns it to the kept pages when the test has ended. */
export type TakenPage = { page: Page; giveBack(): Promise<void> }

export type KeptPages = { take(options: PageOptions): Promise<TakenPage>; close(): Promise<void> }

const pageEvents = ['console', 'pageerror', 'request', 'response', 'dialog', 'download', 'popup'] as const
const contextEvents = ['console', 'weberror', 'request', 'response', 'dialog', 'page'] as const

/**
 * The kept pages of a worker. A new page costs a second of processor time, more than most tests: its new process compiles
 * the product's script again. So a page that is given back is cleared, and the next test with the same fixed options uses
 * it again, with its process and its cache. A page is closed instead if the test changed something that cannot be undone:
 * it installed a clock, set its time or registered a service worker.
 */
export function keptPages(browser: Browser): KeptPages {
  const idle = new Map<string, TakenPage[]>()

  async function open(options: PageOptions, key: string): Promise<TakenPage> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const undo: (() => Promise<unknown>)[] = []
    let hasOwnClock = false
    for (const target of [page, context]) {
      const addInitScript = target.addInitScript.bind(target)
      target.addInitScript = async (...parameters) => {
        const script = await addInitScript(...parameters)
        undo.push(() => script.dispose())
        return script
      }
    }
    const { clock } = context
    const [install, setFixedTime] = [clock.install.bind(clock), clock.setFixedTime.bind(clock)]
    clock.install = (...parameters) => {
      hasOwnClock = true
      return install(...parameters)
    }
    clock.setFixedTime = (...parameters) => {
      hasOwnClock = true
      return setFixedTime(...parameters)
    }

    async function giveBack(): Promise<void> {
      if (hasOwnClock || page.isClosed() || context.serviceWorkers().length > 0) return context.close()
      for (const other of context.pages()) if (other !== page) await other.close()
      for (const event of pageEvents) page.removeAllListeners(event)
      for (const event of contextEvents) context.removeAllListeners(event)
      await Promise.all([page, context].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })))
      await Promise.all(undo.splice(0).map((dispose) => dispose()))
      await context.setOffline(false)
      await Promise.all([context.clearCookies(), context.clearPermissions()])
      await page.mouse.move(0, 0)
      // The smallest file of the origin: on another origin, or on `about:blank`, the page would get a new process.
      await page.goto('/favicon.svg')
      await page.evaluate('localStorage.clear(), sessionStorage.clear()')
      const { origin } = new URL(page.url())
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      idle.set(key, [...(idle.get(key) ?? []), taken])
    }
    const taken = { page, giveBack }
    return taken
  }

  return {
    async take(options) {
      const { viewport, colorScheme = null, reducedMotion = null, forcedColors = null, ...fixed } = options
      const key = JSON.stringify(fixed)
      const taken = idle.get(key)?.pop() ?? (await open(fixed, key))
      await taken.page.emulateMedia({ media: null, contrast: null, colorScheme, reducedMotion, forcedColors })
      if (viewport) await taken.page.setViewportSize(viewport)
      return taken
    },
    async close() {
      for (const { page } of [...idle.values()].flat()) await page.context().close()
    },
  }
}
