import { TransNoContext, type TransProps } from '@lingui/react/server'
import { i18n } from './i18n.ts'

/** What the macro `Trans` becomes: a sentence with elements in it. */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={{ i18n }} />
