import { t } from '@lingui/core/macro'
import { serviceWorker } from './service-worker.ts'
import { forgetPush } from './session.ts'

/** Push in this browser: the permission, the service worker and its subscription. The server knows only what we tell it. */

/**
 * `unsupported` by this browser, or `insecure`: only pages that came over https have it. `denied`: the person, or their
 * browser for them, wants no notifications of ours.
 */
export type PushHere = 'unsupported' | 'insecure' | 'denied' | 'off' | 'on'

function whyNot(): 'unsupported' | 'insecure' | null {
  if (!window.isSecureContext) return 'insecure'
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return has ? null : 'unsupported'
}

/** The subscription of this browser, whoever made it. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  if (whyNot() !== null) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** How push stands here, as far as this browser knows. */
export async function pushHere(): Promise<{ state: PushHere; endpoint: string | null }> {
  const none = whyNot()
  if (none !== null) return { state: none, endpoint: null }
  if (Notification.permission === 'denied') return { state: 'denied', endpoint: null }
  const endpoint = (await subscriptionHere())?.endpoint ?? null
  return { state: endpoint === null ? 'off' : 'on', endpoint }
}

/** Whether this browser may subscribe without asking anybody. */
export const isPermitted = (): boolean => whyNot() === null && Notification.permission === 'granted'

/** Asks the person, and subscribes to the laboratory's key. Null when they would rather not. Only from a press of a button. */
export async function subscribeHere(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await serviceWorker()
  const known = await pushManager.getSubscription()
  if (known && sameKey(known, key)) return known
  // Of another laboratory at this address, or from before its database was lost.
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Leaves no subscription here, nor who had it; also its push service then knows that there is none. */
export async function unsubscribeHere(): Promise<void> {
  forgetPush()
  await (await subscriptionHere())?.unsubscribe()
}

function sameKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

/** "Firefox on Windows": by which somebody knows their browser again in a list. */
export function nameOfBrowser(agent: string = navigator.userAgent): string {
  const browsers: [RegExp, string][] = [
    [/Edg/, 'Edge'],
    [/OPR|Opera/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrom|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]
  const systems: [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'Mac'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux'],
  ]
  const first = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [first(browsers) ?? t`Browser`, first(systems)]
  return system ? t`${browser} on ${system}` : browser
}
