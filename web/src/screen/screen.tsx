import type { ReactNode } from 'react'
import { type Measure, Page, PageHeader, type PageHeading } from '../ui/page.tsx'
import { BackToParent } from './back-link.tsx'

const rhythms = { cards: 'stack gap-5', sections: 'stack gap-10' }

export type ScreenProps = PageHeading & {
  measure?: Measure
  /** The link back, if its target depends on the record; otherwise it leads to the parent of the route. */
  back?: ReactNode
  /** The space between the parts of the content; otherwise the content brings its own. */
  rhythm?: keyof typeof rhythms
  children?: ReactNode
}

/**
 * A screen: the link back to the screen that it belongs to, its title with its state, and its content. The route names the parent as
 * `back` beside its title, so that the skeleton and an error have the link as well (decision 0170).
 */
export function Screen({
  measure = 'wide',
  back = <BackToParent />,
  rhythm,
  children,
  ...heading
}: ScreenProps) {
  return (
    <Page measure={measure}>
      {back}
      <PageHeader {...heading} />
      {rhythm ? <div className={rhythms[rhythm]}>{children}</div> : children}
    </Page>
  )
}
