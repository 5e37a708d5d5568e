/** Apart from the screen: a route that took them from there would bring the screen into every first visit. */
export const releaseViews = ['waiting', 'released', 'reports', 'rules'] as const
export type ReleaseView = (typeof releaseViews)[number]
