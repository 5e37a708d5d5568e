import { type AnyRouter, createLink, useMatches, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ArrowLeftIcon } from '../ui/icons.tsx'

/**
 * The link back above a screen's title. The router marks a link as the current page if the present address begins with the link's
 * address. This link always leads to another screen, so the mark is removed.
 */
export const BackLink = createLink(({ 'aria-current': _, children, ...anchor }: ComponentProps<'a'>) => (
  <a {...anchor} className="tap -mt-3 gap-2 font-550 no-underline hover:underline print:hidden">
    <ArrowLeftIcon size={18} />
    {children}
  </a>
))

/** The address and the title of the screen that the open one belongs to, as its route says; undefined if it belongs to none. */
export function useParent() {
  const to = useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
  // The keys of `routesByPath` have no trailing slash, unlike the keys of its type.
  const { routesByPath } = useRouter<AnyRouter>()
  return to && { to: to as string, title: routesByPath[to]?.options.staticData?.title }
}

/** The link back to the parent of the open screen. */
export function BackToParent() {
  const parent = useParent()
  // The link takes its parameters from the present address.
  return parent && <BackLink to={parent.to}>{parent.title}</BackLink>
}
