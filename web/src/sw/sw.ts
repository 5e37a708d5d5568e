/**
 * The service worker. It shows push messages and opens their pages. Once a screen of the bench has asked for it, it also serves the files
 * of the bench's screens without a connection. It never stores answers of the server, since its store is not encrypted.
 */

/** The files of the bench's screens in this build, written here by `build/bench-files.ts`. */
declare const benchFiles: readonly string[]

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
  respondWith(answer: Promise<Response>): void
  request: Request
  /** The data of a push; in a message from a page, the addresses of the files that the page has loaded. */
  data?: { text(): string } | readonly string[] | null
  notification: Notification
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

const worker = self as unknown as Scope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), renewFiles()])),
)

// Only screens of the bench send this message, so the browsers of patients keep no files.
worker.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepFiles(event.data))
})

const cacheName = 'bench'
/** The shell of all screens, in the language of the person. */
const shellPath = '/technician-dashboard'

/** Replaces the kept files of an earlier build, if there are any: the files of this build have other names. */
async function renewFiles(): Promise<void> {
  if (await caches.has(cacheName)) await keepFiles([]).catch(() => {})
}

async function keepFiles(loaded: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  const shell = await fetch(shellPath, { cache: 'no-cache' })
  if (!shell.ok) return
  // Only the shell names the script with the texts of a language.
  const named = (await shell.clone().text()).match(/\/assets\/[^"']+/g) ?? []
  const wanted = new Set([...benchFiles, ...named, ...loaded])
  const known = await cache.keys()
  const has = new Set(known.map(({ url }) => new URL(url).pathname))
  await cache.addAll([...wanted].filter((path) => !has.has(path)))
  await cache.put(shellPath, shell)
  for (const request of known) {
    const { pathname } = new URL(request.url)
    if (pathname !== shellPath && !wanted.has(pathname)) await cache.delete(request)
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  // The landing page is a separate document.
  if (request.mode === 'navigate' && pathname !== '/' && !/^\/api\/|\.\w{2,5}$/.test(pathname)) {
    event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

/** The longest wait for a network that does not answer, in milliseconds. */
const patienceMs = 5_000

async function page(request: Request): Promise<Response> {
  const shell = await caches.match(shellPath, { cacheName })
  if (!shell) return fetch(request)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  const answer = await Promise.race([fetch(request).catch(() => null), late])
  // A proxy sends these statuses if it cannot reach the server.
  return answer === null || (answer.status >= 502 && answer.status <= 504) ? shell : answer
}

/** The name of a file contains a hash of its content, so a kept file is never out of date. */
const file = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName })) ?? fetch(request)

worker.addEventListener('push', (event) => {
  const { id, title, body, link } = readMessage(event.data && 'text' in event.data ? event.data.text() : '')
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
