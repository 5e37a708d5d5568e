import { addressOf, day, oneOf } from '../../../screen/address.ts'

/** In a file of its own: a route that imported it from the screen's file would load the screen with the first page. */
export const releaseViews = ['waiting', 'released', 'reports', 'rules'] as const
export type ReleaseView = (typeof releaseViews)[number]

/** `day`: whose reports are shown, else those of today. */
export const releaseAddress = addressOf({ view: oneOf(releaseViews), day })
