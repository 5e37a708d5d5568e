import { createLink } from '@tanstack/react-router'
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
