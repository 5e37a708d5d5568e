import { test as base, expect } from './server.ts'

type Watch = {
  /** Fails when the browser had anything to say so far: an error, a warning, a request to a host that is not ours. */
  expectQuiet(): void
  /** What a test provokes on purpose is no trouble. Only what matches, only in this test. */
  provokes(trouble: RegExp): void
  /** An origin beside the product's own that this test's screens may talk to. */
  befriend(url: string): void
}

/** `test` that listens to the browser: every test fails, at its end, on trouble that it did not announce. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, lab }, use) => {
      const trouble: string[] = []
      const provoked: RegExp[] = []
      const ours = [lab.url]
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          trouble.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => trouble.push(`thrown: ${error.message}`))
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (/^https?:$/.test(protocol) && !ours.includes(origin)) trouble.push(`asked ${request.url()}`)
      })
      const watch: Watch = {
        expectQuiet() {
          const unexpected = trouble.filter((one) => !provoked.some((pattern) => pattern.test(one)))
          expect(unexpected, 'what the browser had to say').toEqual([])
        },
        provokes: (pattern) => provoked.push(pattern),
        befriend: (url) => ours.push(new URL(url).origin),
      }
      await use(watch)
      watch.expectQuiet()
    },
    { auto: true },
  ],
})
