/**
 * The service worker: shows what comes by push and opens its page. It keeps no page and no answer of the server: what is
 * private stays out of a browser's store, and every load is the server's own.
 */

/** What is used of a worker here; its types and those of a page exclude each other. */
type Scope = {
  addEventListener(kind: string, heard: (event: WorkerEvent) => void): void
  registration: ServiceWorkerRegistration
  location: Location
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
}
type OpenPage = { url: string; focus(): Promise<unknown> }
type WorkerEvent = {
  waitUntil(work: Promise<unknown>): void
  data?: { text(): string } | null
  notification: Notification
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

const worker = self as unknown as Scope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('push', (event) => {
  const { id, title, body, link } = readMessage(event.data?.text() ?? '')
  // The same message shown again takes the place of the first.
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag: id, icon: '/favicon.svg', data: { link } }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { link } = (event.notification.data ?? {}) as { link?: unknown }
  event.waitUntil(goTo(ownAddress(link)))
})

// The session is the page's: it tells the server as soon as one is open.
worker.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  if (newSubscription || !oldSubscription) return
  event.waitUntil(worker.registration.pushManager.subscribe(oldSubscription.options))
})

/** A browser insists that something is shown, also for what cannot be read. */
function readMessage(text: string): { id: string; title: string; body: string; link: string } {
  let given: Record<string, unknown> = {}
  try {
    given = JSON.parse(text) as Record<string, unknown>
  } catch {
    // Shown without its words.
  }
  const word = (name: string, otherwise: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : otherwise
  return {
    id: word('id', 'message'),
    title: word('title', 'Phial'),
    body: word('body', 'There is something new for you'),
    link: word('link', '/'),
  }
}

/** Nothing leads out of the product. */
function ownAddress(link: unknown): string {
  const { origin } = worker.location
  if (!URL.canParse(String(link), origin)) return `${origin}/`
  const url = new URL(String(link), origin)
  return url.origin === origin ? url.href : `${origin}/`
}

/** To a page that shows it already, else to a new one: what is being typed in another stays. */
async function goTo(address: string): Promise<void> {
  const path = (url: string) => new URL(url).pathname
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find(({ url }) => path(url) === path(address))
  await (shown ? shown.focus() : worker.clients.openWindow(address))
}

export {}
