import { pseudoMessages } from '../web/build/pseudo-locale.ts'
import type { Page } from './server.ts'

/**
 * From its next document on, the page shows the pseudo-locale: texts that are lengthened and have accents, from right to left. The
 * tested build has no such locale: its texts are added to the script on the way to the browser.
 */
export async function readPseudoLocale(page: Page): Promise<void> {
  const messages = await pseudoMessages()
  await page.route(/\/assets\/i18n-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    const i18n = /([\w$]+)\.setMessagesCompiler\(/.exec(script)?.[1]
    if (i18n === undefined) throw new Error('The script of the texts is not as this function expects it')
    const body = `${script};${i18n}.load("en",${messages});document.documentElement.dir="rtl"`
    await route.fulfill({ response, body })
  })
}
