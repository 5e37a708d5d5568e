import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ArrowLeftIcon } from '../ui/icons.tsx'

/**
 * The way back above a screen's title. It leads away from this screen, so it is never the current page, which the router says of
 * every link whose address begins the present one.
 */
export const BackLink = createLink(({ 'aria-current': _, children, ...anchor }: ComponentProps<'a'>) => (
  <a {...anchor} className="tap -mt-3 gap-2 font-550 no-underline hover:underline print:hidden">
    <ArrowLeftIcon size={18} />
    {children}
  </a>
))
